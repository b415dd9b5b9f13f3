/** An example contract with one endpoint of every kind, for tests of server and client. */
import { z } from 'zod'
import { contract } from './endpoint.ts'

export const THINGS = contract({
  getThing: {
    method: 'GET',
    path: '/things/{id}',
    summary: 'A thing',
    params: z.object({ id: z.string().regex(/^\d+$/) }),
    query: z.object({ page: z.coerce.number().int().min(0).default(1) }),
    answer: z.object({ id: z.string(), page: z.number() }),
  },
  getPath: {
    method: 'GET',
    path: '/paths/{path+}',
    summary: 'A path',
    params: z.object({ path: z.string() }),
    answer: z.object({ path: z.string() }),
  },
  addThing: {
    method: 'POST',
    path: '/things',
    summary: 'Adds one',
    security: 'service-key',
    body: z.object({ name: z.string().max(5) }),
    answer: null,
  },
  failThing: {
    method: 'GET',
    path: '/failures/{how}',
    summary: 'Fails',
    params: z.object({ how: z.string() }),
    answer: z.object({ id: z.string() }),
  },
})
