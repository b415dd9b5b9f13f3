/** A link that a room adds to the header and to the bar of breaking news (`rooms/header.ts`). */
export type HeaderLinkProps = { className: string | undefined; isAtBreaking?: true }
