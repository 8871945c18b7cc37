import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Email, Id, ListOf, listQuery, Name, Nullable, Phone, Timestamp } from './fields.ts'
import { Metadata, MetadataBody, metadataFilter, ShownMetadata } from './metadata.ts'
import { operation } from './operation.ts'

export const Customer = Type.Object({
  id: Id,
  merchant_id: Id,
  name: Type.String(),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  metadata: ShownMetadata,
  created_at: Timestamp,
})

const writers = {
  who: 'merchant',
  merchant: 'caller',
  roles: ['owner', 'admin', 'finance', 'developer'],
  keys: 'collections:write',
} as const

export const customerOperations = {
  createCustomer: operation({
    id: 'createCustomer',
    method: 'POST',
    path: '/v1/customers',
    tag: 'Customers',
    summary: 'Save a customer',
    access: writers,
    idempotency: 'accepted',
    body: Body({
      name: Name,
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      metadata: Type.Optional(Metadata),
    }),
    status: 201,
    reply: Customer,
  }),
  listCustomers: operation({
    id: 'listCustomers',
    method: 'GET',
    path: '/v1/customers',
    tag: 'Customers',
    summary: 'List saved customers',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'collections:read' },
    idempotency: 'none',
    query: Body({ ...listQuery, phone: Type.Optional(Phone), ...metadataFilter }),
    status: 200,
    reply: ListOf(Customer),
  }),
  readCustomer: operation({
    id: 'readCustomer',
    method: 'GET',
    path: '/v1/customers/{customer_id}',
    tag: 'Customers',
    summary: 'Read a saved customer',
    access: { who: 'merchant', merchant: 'caller', roles: everyRole, keys: 'collections:read' },
    idempotency: 'none',
    status: 200,
    reply: Customer,
    refusals: ['not_found'],
  }),
  changeCustomer: operation({
    id: 'changeCustomer',
    method: 'PATCH',
    path: '/v1/customers/{customer_id}',
    tag: 'Customers',
    summary: 'Change the metadata of a saved customer',
    access: writers,
    idempotency: 'none',
    body: MetadataBody,
    status: 200,
    reply: Customer,
    refusals: ['not_found'],
  }),
}
