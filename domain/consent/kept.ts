/** A name under which a browser keeps something of ours after the logout; `*` at the end: every name with this beginning. */
export type Kept = { name: string; why: string }
