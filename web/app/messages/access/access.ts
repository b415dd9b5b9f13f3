/** Texts that explain the access decision (4.5) and how to get access; gifts (3.11). */
import type { AccessExplanation } from '@lokalteil/domain/access/access'

type AccessAnswer = AccessExplanation & {
  institution: { name: string; by: 'address' | 'code' } | null
  meter: { used: number; articles: number; days: number } | null
}

const RULES: Readonly<Record<AccessAnswer['rule'], string>> = {
  'paywall-disabled': 'Alle Artikel dieser Zeitung sind zurzeit frei.',
  free: 'Dieser Artikel ist frei für alle.',
  'extended-access': 'Sie kommen von einer Suchmaschine, die Ihnen diesen Artikel freigeschaltet hat.',
  plus: 'Sie haben Plus. Damit lesen Sie alle Artikel.',
  'tag-subscription': 'Sie haben ein Thema abonniert, zu dem dieser Artikel gehört.',
  bought: 'Sie haben diesen Artikel mit Ihren Coins freigeschaltet.',
  'link-token': 'Dieser Artikel wurde Ihnen geschenkt.',
  institution: 'Ihre Bibliothek oder Schule hat diese Zeitung für Sie abonniert.',
  'paywall-service': 'Die Zeitung hat Ihnen diesen Artikel freigegeben.',
  buy: 'Diesen Artikel lesen Sie mit Plus, oder Sie schalten ihn mit Coins frei.',
  gift: 'Dieser Artikel wurde Ihnen geschenkt. Er öffnet sich, sobald Sie angemeldet sind.',
  registration: 'Diesen Artikel lesen Sie mit einem kostenlosen Konto.',
  subscription: 'Diesen Artikel lesen Sie mit Plus.',
  pending: 'Noch wird geprüft, ob Sie den Artikel lesen können.',
}
const ROLES: Readonly<Record<AccessAnswer['roles'][number], string>> = {
  plus: 'Plus',
  epaper: 'E-Paper',
  pur: 'Pur',
  wallet: 'Coins',
  'tag-subscriber': 'Themen-Abo',
}
const LINKS: Readonly<Record<AccessAnswer['linkToken'], string>> = {
  none: '',
  valid: 'gültig',
  expired: 'abgelaufen',
  invalid: 'nicht mehr gültig oder zu einem anderen Artikel',
}
const SERVICE = {
  opens: 'Der Artikel ist frei',
  locks: 'Der Artikel gehört zu Plus',
  silent: 'Wir können Ihren Zugang gerade nicht prüfen. Bis dahin bleibt der Artikel gesperrt.',
} as const

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The facts behind the decision, as label and value. */
function toFacts(why: AccessAnswer): [string, string][] {
  const facts: [string, string | null][] = [
    ['Artikel', why.isPaid ? 'mit Plus' : 'frei'],
    ['Anmeldung', why.isLoggedIn ? 'angemeldet' : 'nicht angemeldet'],
    ['Ihre Abos', why.roles.length > 0 ? why.roles.map((role) => ROLES[role]).join(', ') : 'keine'],
    ['Ihre Coins', why.coins === null ? null : countOf(why.coins, 'Coin', 'Coins')],
    ['Gekauft', why.hasBought ? 'ja' : null],
    ['Geschenklink', why.linkToken === 'none' ? null : LINKS[why.linkToken]],
    ['Suchmaschine', why.extendedAccess === 'unlocked' ? 'schaltet frei' : null],
    [
      'Zugang über',
      why.institution === null
        ? null
        : `${why.institution.name} (${why.institution.by === 'code' ? 'Zugangscode' : 'Ihr Netz'})`,
    ],
    [
      'Freie Artikel',
      why.meter === null ? null : `${why.meter.used} von ${why.meter.articles} in ${why.meter.days} Tagen gelesen`,
    ],
    ['Angebot der Zeitung', why.paywallService === null ? null : SERVICE[why.paywallService]],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

type Help = { text: string; href: string | null }
const HELP: Readonly<Record<AccessAnswer['remedies'][number]['kind'], Help>> = {
  login: { text: 'Anmelden, wenn Sie schon ein Konto haben', href: '#login' },
  register: { text: 'Kostenlos registrieren und weiterlesen', href: '#register' },
  coin: { text: 'Den Artikel mit Ihren Coins freischalten', href: null },
  coins: { text: 'Neue Coins laden', href: '/order/abo' },
  tag: { text: 'Ein Thema des Artikels abonnieren', href: '/order/abo' },
  subscribe: { text: 'Plus abonnieren', href: '/order/abo' },
}

export const accessTexts = {
  rule: (rule: AccessAnswer['rule']) => RULES[rule],
  facts: toFacts,
  factsTitle: 'Das haben wir geprüft',
  helpTitle: 'Das hilft',
  help: (kind: AccessAnswer['remedies'][number]['kind']) => HELP[kind],
  own: 'Diese Angaben betreffen nur Sie und werden nur Ihnen gezeigt.',
  loading: 'Wird geladen …',
  failed: 'Die Erklärung kann gerade nicht geladen werden.',
  again: 'Erneut versuchen',
  giftExpired: 'Dieser Geschenklink ist abgelaufen. Ein Geschenk gilt sieben Tage.',
  giftInvalid: 'Dieser Geschenklink gilt nicht mehr oder gehört zu einem anderen Artikel.',
  institution: {
    title: 'Über Bibliothek oder Schule lesen',
    text: 'Haben Sie von Ihrer Bibliothek oder Schule einen Zugangscode? Er gilt in diesem Browser zwölf Stunden.',
    label: 'Zugangscode',
    enter: 'Weiterlesen',
    leave: 'Zugang in diesem Browser beenden',
    busy: 'Wird geprüft …',
    errors: {
      WRONG_CODE: 'Diesen Code gibt es nicht. Bitte prüfen Sie ihn.',
      TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Bitte warten Sie eine Viertelstunde.',
      OTHER: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
    },
  },
} as const

const GIFT_ERRORS: Readonly<Record<string, string>> = {
  GIFT_LIMIT: 'Sie haben in diesem Monat schon alle Artikel verschenkt.',
  PLUS_ONLY: 'Artikel verschenken können Sie mit Plus.',
  NOT_PAID: 'Dieser Artikel ist frei: Sie können ihn einfach weitergeben.',
  NOT_LOGGED_IN: 'Bitte melden Sie sich an.',
}

export const giftTexts = {
  title: 'Artikel verschenken',
  text: 'Wer den Link bekommt, liest diesen Artikel sieben Tage lang ohne Plus. Dafür genügt ein kostenloses Konto.',
  left: (left: number, perMonth: number) =>
    left === 0
      ? `Sie haben in diesem Monat alle ${perMonth} Artikel verschenkt.`
      : `Sie können in diesem Monat noch ${left} von ${perMonth} Artikeln verschenken.`,
  create: 'Geschenklink erstellen',
  creating: 'Wird erstellt …',
  link: 'Ihr Geschenklink',
  until: (when: string) => `Gilt bis ${when}.`,
  copy: 'Link kopieren',
  copied: 'Link kopiert',
  share: 'Teilen',
  all: 'Alle verschenkten Artikel',
  loading: 'Wird geladen …',
  error: (code: string) => GIFT_ERRORS[code] ?? 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  close: 'Schließen',
  list: {
    title: 'Verschenkte Artikel',
    none: 'Sie haben noch keinen Artikel verschenkt. Unter „Teilen“ finden Sie bei jedem Plus-Artikel „Artikel verschenken“.',
    opened: (count: number) =>
      count === 0
        ? 'noch nicht geöffnet'
        : count === 1
          ? 'von einer Person geöffnet'
          : `von ${count} Personen geöffnet`,
    given: (when: string) => `Verschenkt am ${when}`,
    states: {
      active: (until: string) => `gilt bis ${until}`,
      expired: (until: string) => `abgelaufen am ${until}`,
      revoked: () => 'zurückgenommen',
    },
    revoke: 'Zurücknehmen',
    revokeOf: (title: string) => `Geschenk zurücknehmen: ${title}`,
    revoked: 'Das Geschenk ist zurückgenommen. Der Link öffnet nichts mehr.',
    article: (id: string) => `Artikel ${id}`,
    gone: 'nicht mehr abrufbar',
  },
} as const
