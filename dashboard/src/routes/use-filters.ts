import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FilterValues } from '../lists/filters.ts'

/** The filters that stand in the address, and how others are put there. */
export function useFilters(): [FilterValues, (values: FilterValues) => void] {
  const values = useSearch({ strict: false }) as FilterValues
  const navigate = useNavigate()
  const choose = (next: FilterValues) => {
    const given = Object.entries(next).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '.', search: Object.fromEntries(given) })
  }
  return [values, choose]
}
