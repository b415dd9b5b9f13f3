/**
 * The provider's own pages for applications that use OpenID Connect: sign on, sign off, errors. Plain HTML without
 * scripts, never in a frame. Readers of the portal get the portal's dialogs instead.
 */
const STYLE =
  'body{font:17px/1.5 Georgia,serif;margin:0;background:#f4f4f2;color:#1a1a1a}main{max-width:22rem;margin:8vh auto;padding:2rem;background:#fff;border-top:4px solid #1d3b53}label{display:block;margin:1rem 0 .25rem}input{box-sizing:border-box;width:100%;font:inherit;padding:.6rem;border:1px solid #777;border-radius:4px}button{font:inherit;font-weight:700;margin-top:1.5rem;padding:.7rem 1.2rem;background:#1d3b53;color:#fff;border:0;border-radius:4px;cursor:pointer}.error{background:#fbeaea;border-left:4px solid #b00020;padding:.6rem .8rem}@media(prefers-color-scheme:dark){body{background:#16191c;color:#eee}main{background:#20252a}input{background:#16191c;color:#eee}.error{background:#3a1d20}}'

export type SignOnProblem = 'WRONG_CREDENTIALS' | 'TOO_MANY_ATTEMPTS' | 'ACCOUNT_BLOCKED' | 'BUSY'

const PROBLEMS: Readonly<Record<SignOnProblem, string>> = {
  WRONG_CREDENTIALS: 'E-Mail-Adresse oder Passwort ist falsch.',
  TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Bitte warten Sie eine Viertelstunde.',
  ACCOUNT_BLOCKED: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an unseren Service.',
  BUSY: 'Gerade melden sich sehr viele an. Bitte versuchen Sie es gleich noch einmal.',
}

export function renderSignOn(page: {
  publication: string
  action: string
  email: string
  problem: SignOnProblem | null
  forgotUrl: string
}): string {
  const trouble = page.problem === null ? '' : `<p class="error" role="alert">${PROBLEMS[page.problem]}</p>`
  return toPage(
    `Anmelden · ${page.publication}`,
    `${trouble}<form method="post" action="${escape(page.action)}">
<label for="email">E-Mail-Adresse</label><input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escape(page.email)}"${page.email === '' ? ' autofocus' : ''}>
<label for="password">Passwort</label><input id="password" name="password" type="password" autocomplete="current-password" required maxlength="500"${page.email === '' ? '' : ' autofocus'}>
<button>Anmelden</button></form><p><a href="${escape(page.forgotUrl)}">Passwort vergessen?</a></p>`,
  )
}

export function renderGoOn(page: { publication: string; action: string; email: string; application: string }): string {
  return toPage(
    `Weiter zu ${page.application}`,
    `<p>Sie sind als ${escape(page.email)} angemeldet (${escape(page.publication)}).</p><form method="post" action="${escape(page.action)}"><button>Weiter</button></form>`,
  )
}

export function renderSignOff(page: { publication: string; form: string }): string {
  return toPage(
    `Abmelden · ${page.publication}`,
    `${page.form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Ja, abmelden</button> <button type="submit" form="op.logoutForm">Angemeldet bleiben</button>`,
  )
}

export function renderSignedOff(page: { publication: string }): string {
  return toPage('Sie sind abgemeldet', `<p>Sie haben sich abgemeldet (${escape(page.publication)}).</p>`)
}

export function renderSignOnError(page: { publication: string; code: string }): string {
  return toPage(
    'Das hat leider nicht geklappt',
    `<p>Die Anmeldung wurde unterbrochen (${escape(page.publication)}). Bitte kehren Sie zur Anwendung zurück und versuchen Sie es erneut.</p><p><small>${escape(page.code)}</small></p>`,
  )
}

function toPage(title: string, body: string): string {
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
