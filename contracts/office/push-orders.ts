/**
 * Push orders of the office to a room that reaches readers on their devices: the number of reached devices, the order, which
 * waits a minute, and its stop. The room offers it as `pushes` (`rooms/define-room.ts`). Promise: an order is sent once, even
 * if it is repeated or a process dies.
 */
import { PUSH_BODY_LENGTHS, PUSH_TITLE_LENGTHS } from '@lokalteil/domain/office/breaking'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { z } from 'zod'
import type { Client } from '../kernel/client.ts'
import { contractFor } from '../kernel/endpoint.ts'
import { Instant } from '../content/values.ts'

const Count = z.number().int().nonnegative()
const Path = z.string().max(500).refine(isOwnPath, 'must be a path of this site')

/** `breaking`: all who chose breaking news; else followers of the topic, region or author `ref`. */
export const PushTarget = z.object({
  kind: z.enum(['breaking', 'topic', 'region', 'author']),
  ref: z
    .string()
    .regex(/^[A-Za-z0-9äöüß_-]{0,64}$/)
    .default(''),
})
export type PushTarget = z.output<typeof PushTarget>

/** Devices, those of apps too. */
export const PushReach = z.object({
  /** Get it at once. */
  now: Count,
  /** Get it after their quiet hours. */
  later: Count,
  /** Would get it, but had a message about this article before. */
  heard: Count,
})
export type PushReach = z.infer<typeof PushReach>

export const PushOrder = z.object({
  id: z.string(),
  target: PushTarget,
  /** Name of the topic, region or author; '' for breaking news. */
  label: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  /** Who ordered it; null: an article caused it by its urgency, or a command. */
  by: z.string().nullable(),
  at: Instant,
  /** `held`: can still be stopped. `planning`: the devices are being chosen. `planned`: all are chosen. */
  state: z.enum(['held', 'stopped', 'planning', 'planned']),
  /** Milliseconds left in which it can be stopped. */
  leftMs: Count,
  /** Devices it would have reached when it was ordered. */
  expected: Count,
  sent: Count,
  /** Waits for the end of quiet hours, or for another attempt. */
  waiting: Count,
  failed: Count,
})
export type PushOrder = z.infer<typeof PushOrder>

export const PUSH_ORDERS = contractFor('service-key', {
  countAudience: {
    method: 'GET',
    path: '/internal/audience',
    summary: 'How many devices a message about the page would reach now, by the rules of sending',
    query: PushTarget.extend({ path: Path }),
    answer: PushReach,
  },
  holdPush: {
    method: 'POST',
    path: '/internal/orders',
    summary: 'Orders a message to all who chose such; it goes after a minute, unless it is stopped',
    body: z.object({
      /** Idempotency key: the same key again is the same order. */
      key: z.string().regex(/^[\w-]{8,80}$/),
      target: PushTarget,
      title: z.string().trim().min(1).max(PUSH_TITLE_LENGTHS.most),
      body: z.string().trim().max(PUSH_BODY_LENGTHS.most),
      path: Path,
      by: z.string().max(200),
    }),
    answer: z.object({ order: PushOrder, outcome: z.enum(['created', 'known']) }),
    problems: { 409: 'WAITS' },
  },
  stopPush: {
    method: 'DELETE',
    path: '/internal/orders/{id}',
    summary: 'Stops a message that still waits; may be repeated',
    params: z.object({ id: z.string().max(80) }),
    answer: PushOrder,
    problems: { 404: 'UNKNOWN', 409: 'TOO_LATE' },
  },
  listPushes: {
    method: 'GET',
    path: '/internal/orders',
    summary:
      'Messages to all or to followers that were ordered, and breaking news, newest first, with what became of them',
    answer: z.object({ orders: z.array(PushOrder).max(50) }),
  },
})
export type PushOrders = Client<typeof PUSH_ORDERS>
