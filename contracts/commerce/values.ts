/** Values shared by several shapes of the platform. */
import { z } from 'zod'

export const Cents = z.number().int().min(0).max(1_000_000)
export const Months = z.number().int().min(1).max(24)
export const Text = (most: number) => z.string().min(1).max(most)
export const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
export const Role = z.string().regex(/^[A-Z][A-Z0-9-_]{1,63}$/)
export const Day = z.iso.date()
