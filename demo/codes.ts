/** The publications of the demo, in order. */
export const DEMO_PUBLICATIONS = ['ak', 'fb', 'ht', 'la'] as const
export type DemoCode = (typeof DEMO_PUBLICATIONS)[number]
/** As its folder says, which is not read where this is asked. */
export const LOCAL_EDITION: DemoCode = 'la'
