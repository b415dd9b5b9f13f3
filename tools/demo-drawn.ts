/** The portal's line that the demo's pictures are all there; until then it draws them beside whatever is asked of it. */
export const DEMO_IS_DRAWN = /^demo pictures: (\d+) of \1 drawn$/m
