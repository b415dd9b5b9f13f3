/**
 * Requests and their classes. The function of the portal, the configuration of each edge (`deploy/`) and the real Varnish and nginx
 * are tested with the same ones.
 */
type EdgeCase = {
  what: string
  /** Absent: the request has none. */
  cookies?: string
  userAgent?: string
  expected: string
}

export const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

/** As our pages write them; the second as a script that encodes everything would. */
export const CONSENT = 'consents=[4%2Ctrue%2Cfalse%2C{%22analytics%22:true%2C%22youtube%22:false}]'
const CONSENT_ENCODED = `consents=${encodeURIComponent('[4,true,false,{"analytics":true,"youtube":false}]')}`
export const REFUSAL = 'consents=[4%2Cfalse%2Cfalse%2C{%22analytics%22:false}]'
export const ANALYTICS =
  '_ga=GA1.1.1204587391.1763726400; _ga_K2L9QX=GS2.1.s1763726400$o1$g1$t1763726460$j60$l0$h0; _pk_id.7.1fff=3f1c2a9d.'

export const EDGE_CASES: readonly EdgeCase[] = [
  { what: 'a desk without cookies', userAgent: DESK, expected: 'desktop-web' },
  { what: 'no user agent', expected: 'desktop-web' },
  { what: 'an Android phone', userAgent: PHONE, expected: 'mobile-web' },
  { what: 'an iPhone', userAgent: IPHONE, expected: 'mobile-web' },
  { what: 'a tablet that names Mobile', userAgent: TABLET, expected: 'desktop-web' },
  {
    what: 'an Android tablet',
    userAgent: 'Mozilla/5.0 (Android 14; Tablet; rv:140.0) Mobile',
    expected: 'desktop-web',
  },
  { what: 'a name in capitals', userAgent: 'IPHONE', expected: 'mobile-web' },
  { what: 'the native shell', userAgent: `${IPHONE} NewsPortalApp/3.1`, expected: 'mobile-native' },
  { what: 'the native shell on a tablet', userAgent: `${TABLET} NewsPortalApp/3.1`, expected: 'desktop-native' },
  { what: 'the Flutter shell', userAgent: `${PHONE} NewsPortalApp/3.1 Flutter`, expected: 'mobile-flutter' },
  { what: 'Flutter without the shell', userAgent: `${PHONE} Flutter`, expected: 'mobile-web' },
  { what: 'the shell in small letters', userAgent: 'newsportalapp/3', expected: 'desktop-web' },
  { what: 'a word that ends at the last character read', userAgent: `${'x'.repeat(496)}Mobi`, expected: 'mobile-web' },
  { what: 'a word that is cut off', userAgent: `${'x'.repeat(497)}Mobi`, expected: 'desktop-web' },
  { what: 'a tablet behind what is read', userAgent: `Mobile ${'x'.repeat(493)}iPad`, expected: 'mobile-web' },

  { what: 'cookies of others', cookies: ANALYTICS, userAgent: PHONE, expected: 'mobile-web' },
  {
    what: 'our other cookies',
    cookies: 'fontSize=2; locale=de; anon_cookie=77; loginStatus=false',
    expected: 'desktop-web',
  },
  { what: 'a cache key of the reader’s choice', cookies: 'cache_key=r:plus|c:1|p:1', expected: 'desktop-web' },
  { what: 'consent', cookies: CONSENT, expected: 'desktop-web-consent' },
  { what: 'consent, all characters encoded', cookies: CONSENT_ENCODED, expected: 'desktop-web-consent' },
  {
    what: 'consent between others',
    cookies: `${ANALYTICS}; ${CONSENT}; euconsent-v2=CP`,
    expected: 'desktop-web-consent',
  },
  { what: 'consent without vendors', cookies: 'consents=[4%2Ctrue%2Ctrue%2C{}]', expected: 'desktop-web' },
  {
    what: 'consent to a film',
    cookies: 'consents=[4%2Ctrue%2Cfalse%2C{%22youtube%22:true%2C%22kdm%22:false}]',
    expected: 'desktop-web',
  },
  {
    what: 'consent to a film, all characters encoded',
    cookies: `consents=${encodeURIComponent('[4,true,false,{"analytics":false,"youtube":true}]')}`,
    expected: 'desktop-web',
  },
  {
    what: 'consent to advertising behind a film',
    cookies: 'consents=[4%2Ctrue%2Ctrue%2C{%22youtube%22:true%2C%22kdm%22:true}]',
    expected: 'desktop-web-consent',
  },
  {
    what: 'a refusal that names a grant',
    cookies: 'consents=[4%2Cfalse%2Cfalse%2C{%22kdm%22:true}]',
    expected: 'desktop-web',
  },
  {
    what: 'consent to a film, and a grant in another cookie',
    cookies: 'consents=[4%2Ctrue%2Cfalse%2C{%22youtube%22:true}]; a="kdm":true',
    expected: 'desktop-web',
  },
  { what: 'consent, plain', cookies: 'consents=[4,true,false,{"analytics":true}]', expected: 'desktop-web-consent' },
  { what: 'consent without blanks between cookies', cookies: `a=1;${CONSENT};b=2`, expected: 'desktop-web-consent' },
  { what: 'a refusal', cookies: REFUSAL, userAgent: PHONE, expected: 'mobile-web' },
  { what: 'visits', cookies: 'recent_visits=12', expected: 'desktop-web-returning' },
  { what: 'visits with leading zeros', cookies: 'a=1; recent_visits=007; b=2', expected: 'desktop-web-returning' },
  { what: 'no visits', cookies: 'recent_visits=0', expected: 'desktop-web' },
  { what: 'zeros', cookies: 'recent_visits=000', expected: 'desktop-web' },
  { what: 'fifteen digits', cookies: 'recent_visits=000000000000001', expected: 'desktop-web-returning' },
  {
    what: 'both, on a phone',
    cookies: `${CONSENT}; recent_visits=3`,
    userAgent: PHONE,
    expected: 'mobile-web-consent-returning',
  },
  {
    what: 'both the other way round',
    cookies: `recent_visits=3; ${CONSENT}`,
    expected: 'desktop-web-consent-returning',
  },
  { what: 'a refusal and visits', cookies: `${REFUSAL}; recent_visits=3`, expected: 'desktop-web-returning' },
  {
    what: 'both in the app',
    cookies: `${CONSENT}; recent_visits=1`,
    userAgent: 'NewsPortalApp/3 iPhone',
    expected: 'mobile-native-consent-returning',
  },
  {
    what: 'names that end alike',
    cookies: 'cookieconsents=1; my_recent_visits=4; x-consents=2',
    expected: 'desktop-web',
  },
  {
    what: 'names that begin alike',
    cookies: 'consents2=[4%2Ctrue]; recent_visits_all=9; consentsX=1',
    expected: 'desktop-web',
  },
  { what: 'names in other letters', cookies: `C${CONSENT.slice(1)}; Recent_Visits=4`, expected: 'desktop-web' },

  { what: 'an ID token', cookies: 'FA_ID_TOKEN=eyJhbGciOiJSUzI1NiJ9.e30.x', expected: 'signed-in' },
  {
    what: 'an access token on a phone',
    cookies: `${CONSENT}; FA_ACCESS_TOKEN=x`,
    userAgent: PHONE,
    expected: 'signed-in',
  },
  { what: 'a name that has the name of a token in it', cookies: 'X_FA_ID_TOKEN_2=1', expected: 'signed-in' },
  { what: 'a token beside an unclear cookie', cookies: 'consents=x; FA_ID_TOKEN=x', expected: 'signed-in' },
  { what: 'a refresh token alone', cookies: 'FA_REFRESH_TOKEN=x; FA_REFRESH_TOKEN_ID=y', expected: 'desktop-web' },

  { what: 'consent twice', cookies: `${CONSENT}; ${REFUSAL}`, expected: 'unclear' },
  { what: 'consent twice, the first empty', cookies: `consents=; ${CONSENT}`, expected: 'unclear' },
  { what: 'consent twice, the second of no use', cookies: `${CONSENT}; consents=x`, expected: 'unclear' },
  { what: 'an older version', cookies: 'consents=[3%2Ctrue%2Ctrue%2C{}]', expected: 'unclear' },
  { what: 'a list that ends early', cookies: 'consents=[4%2Ctrue]', expected: 'unclear' },
  { what: 'blanks inside', cookies: 'consents=[4, true, false, {}]', expected: 'unclear' },
  { what: 'a blank behind', cookies: `${CONSENT} ; a=1`, expected: 'unclear' },
  { what: 'other escapes', cookies: 'consents=[4%2ctrue%2cfalse%2c{}]', expected: 'unclear' },
  { what: 'something behind the list', cookies: `${CONSENT}x`, expected: 'unclear' },
  { what: 'an empty consent', cookies: 'consents=', expected: 'unclear' },
  { what: 'consent after a blank in another value', cookies: `a=b ${CONSENT}`, expected: 'desktop-web-consent' },
  { what: 'visits that are no number', cookies: 'recent_visits=x', expected: 'unclear' },
  { what: 'sixteen digits', cookies: 'recent_visits=0000000000000001', expected: 'unclear' },
  { what: 'negative visits', cookies: 'recent_visits=-1', userAgent: PHONE, expected: 'unclear' },
  { what: 'visits twice', cookies: 'recent_visits=0; recent_visits=1', expected: 'unclear' },
]
