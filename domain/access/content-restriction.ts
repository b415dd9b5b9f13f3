/** Everything but exactly 'free' is paid (S3.5-02). By itself: teasers ask for nothing else of the paywall. */
export function isPaid(contentRestriction: string | null | undefined): boolean {
  return contentRestriction !== 'free'
}
