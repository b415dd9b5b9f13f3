import { describe, expect, it } from 'vitest'
import { toContentSecurityPolicy, type PolicyOptions } from './security-headers.ts'

const OPTIONS: PolicyOptions = { scriptHashes: ["'sha256-x'"], frames: 'self', isSecure: true, development: false }
const directivesOf = (change: Partial<PolicyOptions>) =>
  Object.fromEntries(
    toContentSecurityPolicy({ ...OPTIONS, ...change })
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0]!, directive.slice(directive.indexOf(' ') + 1)]),
  )

describe('the policy of a page with a token-based sign-in', () => {
  it('allows the one script to run and its origin to frame and answer, nothing more', () => {
    const plain = directivesOf({})
    const open = directivesOf({ providerScript: 'https://accounts.example.com/gsi/client' })
    expect(open).toEqual({
      ...plain,
      'script-src': `${plain['script-src']} https://accounts.example.com/gsi/client`,
      'style-src': `${plain['style-src']} https://accounts.example.com`,
      'connect-src': `${plain['connect-src']} https://accounts.example.com`,
      'frame-src': `${plain['frame-src']} https://accounts.example.com`,
    })
    expect(directivesOf({ providerScript: null })).toEqual(plain)
  })

  it('R7.3-02 allows a content API of another origin only if it is configured', () => {
    expect(directivesOf({ contentApi: 'https://inhalte.example/api' })['connect-src']).toBe(
      "'self' https://inhalte.example",
    )
    expect(directivesOf({ contentApi: null })['connect-src']).toBe("'self'")
  })

  it('no address can end a directive', () => {
    expect(Object.keys(directivesOf({ providerScript: 'https://a.example/x;script-src *,y' }))).toEqual(
      Object.keys(directivesOf({})),
    )
    expect(directivesOf({ providerScript: 'https://a.example/x; script-src *' })['script-src']).toBe(
      "'self' 'sha256-x' https://a.example/x%3B%20script-src%20*",
    )
  })
})
