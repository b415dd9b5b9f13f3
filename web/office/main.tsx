/** Starts the office in the browser. */
import { createRoot } from 'react-dom/client'
import { QueryClient } from '@tanstack/react-query'
import { App } from './App.tsx'
import { createAsking } from './kit/asking.ts'
import { createOffice, Refusal } from './kit/client.ts'
import { applyMode, readMode } from './kit/mode.ts'
import { listenToNavigation } from './kit/navigation.ts'
import './kit/base.css'

const asking = createAsking()
const office = createOffice({
  fetch: (address, init) => fetch(address, init),
  askPerson: asking.ask,
})
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) =>
        count < 2 &&
        error instanceof Refusal &&
        error.code !== 'CANCELLED' &&
        (error.status === 0 || error.status >= 500),
    },
  },
})

applyMode(readMode())
listenToNavigation()
const place = document.getElementById('office')
if (place === null) throw new Error('The page has no place for the office')
createRoot(place).render(<App office={office} asking={asking} queries={queries} />)
