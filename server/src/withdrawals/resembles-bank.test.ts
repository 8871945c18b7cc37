import assert from 'node:assert/strict'
import { test } from 'node:test'
import { destinations } from './destinations.ts'
import { resemblesBank } from './resembles-bank.ts'

const banks = destinations.filter(({ method }) => method === 'BANK_ACCOUNT')

test('every bank is known by its code and its name, and is no other one', () => {
  for (const { destination_code: code, name } of banks) {
    const spellings = [name, name.toUpperCase(), ` ${name.toLowerCase()} `, `${name} Plc`, code]
    for (const given of spellings) {
      assert.ok(resemblesBank(code, given), `${code}: ${given}`)
      const mistaken = banks.filter(
        (one) => one.destination_code !== code && resemblesBank(one.destination_code, given),
      )
      assert.deepEqual(mistaken, [], given)
    }
  }
})

const taken: Record<string, string[]> = {
  CRDB: ['crdb', 'C.R.D.B', 'CRDB Bank Plc', 'CRDB  BANK PLC.', 'CRDB Bank, Mlimani branch'],
  NMB: ['NMB', 'nmb bank plc', 'National Microfinance Bank', 'N M B', 'NATIONAL MICROFINANCE BANK PLC'],
  NBC: ['NBC Ltd', 'National Bank of Commerce', 'National Bank of Commerce Limited', 'NBC Bank'],
  KCB: ['Kenya Commercial Bank', 'KCB Bank (T) Ltd'],
  DTB: ['Diamond Trust', 'Diamond Trust Bank Tanzania Plc', 'dtb'],
  TCB: ['TPB', 'Tanzania Postal Bank', 'Tanzania Commercial Bank', 'TCB Bank Plc'],
  UBA: ['United Bank for Africa', 'UBA Tanzania'],
  BANK_OF_AFRICA: ['Bank of Africa', 'BANK OF AFRICA - TANZANIA'],
  I_AND_M: ['I&M', 'I & M Bank', 'I and M Bank (T) Limited', 'IM Bank'],
  CITIBANK: ['Citi Bank', 'citi'],
  ECOBANK: ['Eco Bank', 'Ecobank'],
  STANBIC: ['Stanbick', 'STANBIC'],
  STANDARD_CHARTERED: ['Standard Charterd Bank', 'Stanchart'],
  PBZ: ["People's Bank of Zanzibar", 'Peoples Bank of Zanzibar', 'PBZ'],
  ABSA: ['Barclays', 'Absa'],
  MKOMBOZI: ['Mkombozí', 'Mkombozi Commercial Bank'],
}

const refused: Record<string, string[]> = {
  CRDB: ['NMB', 'NMB Bank', 'Bank', 'Tanzania', 'Asha', '', '  ', '銀行', 'CRDB or NMB'],
  NMB: ['NBC', 'National Bank of Commerce', 'DCB', 'National Bank'],
  KCB: ['DCB', 'ICB', 'TCB', 'Akiba Commercial Bank'],
  BANK_OF_AFRICA: ['United Bank for Africa', 'Bank of India', 'Bank of Tanzania'],
  BANK_OF_BARODA: ['Bank of Africa', 'Bank of India'],
  UBA: ['Bank of Africa'],
  DTB: ['Guaranty Trust Bank'],
  TCB: ['Mkombozi Commercial Bank', 'Uchumi Commercial Bank'],
  SELCOM_MFB: ['FINCA Microfinance Bank', 'National Microfinance Bank'],
}

test('what people write is taken, however they write it', () => {
  for (const [code, given] of Object.entries(taken)) {
    assert.deepEqual(
      given.filter((name) => !resemblesBank(code, name)),
      [],
      code,
    )
  }
})

test('the name of another bank, or of none, is not', () => {
  for (const [code, given] of Object.entries(refused)) {
    assert.deepEqual(
      given.filter((name) => resemblesBank(code, name)),
      [],
      code,
    )
  }
})
