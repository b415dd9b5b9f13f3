/** The publications of the demo, in order. */
export const DEMO_PUBLICATIONS = ['ak', 'fb', 'ht', 'la'] as const
export type DemoCode = (typeof DEMO_PUBLICATIONS)[number]
