/** Values shared by several answers. */
import { z } from 'zod'

export const Text = (most: number) => z.string().max(most)

export const Instant = z.iso.datetime()
