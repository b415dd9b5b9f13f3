/** Texts of push messages: the settings page, and the messages themselves. */
import type { FollowKind, PushKind } from '../domain/push.ts'

const of = (label: string) => (label === '' ? '' : ` „${label}“`)

const OFF_WORDS: Readonly<Record<PushKind, (label: string) => string>> = {
  breaking: () => 'Keine Eilmeldungen mehr',
  reply: () => 'Keine Antworten mehr',
  topic: (label) => `Nicht mehr zu${of(label) || ' diesem Thema'}`,
  region: (label) => `Nicht mehr aus${of(label) || ' dieser Region'}`,
  author: (label) => `Nicht mehr von${of(label) || ' dieser Autorin, diesem Autor'}`,
}
const WHY_WORDS: Readonly<Record<PushKind, (label: string) => string>> = {
  breaking: () => 'Weil Sie Eilmeldungen gewählt haben',
  reply: () => 'Weil Sie Antworten auf Ihre Beiträge gewählt haben',
  topic: (label) => `Weil Sie das Thema${of(label)} gewählt haben`,
  region: (label) => `Weil Sie die Region${of(label)} gewählt haben`,
  author: (label) => `Weil Sie Artikel von${of(label) || ' dieser Autorin, diesem Autor'} gewählt haben`,
}

export const pushTexts = {
  title: 'Mitteilungen',
  description: (name: string) =>
    `Eilmeldungen und Neues zu Ihren Themen von ${name} direkt auf Ihr Gerät – auch wenn die Seite geschlossen ist.`,
  meta: 'Mitteilungen zu Eilmeldungen, Themen, Regionen, Autorinnen und Autoren einschalten und einstellen.',

  needsScript: 'Zum Einschalten von Mitteilungen braucht Ihr Browser JavaScript.',
  loading: 'Einen Moment …',
  off: {
    title: 'Auf diesem Gerät ausgeschaltet',
    text: 'Wählen Sie unten, was Sie erfahren möchten – alles lässt sich später ändern.',
    turnOn: 'Mitteilungen einschalten',
    next: 'Danach fragt Ihr Browser noch einmal, ob er Mitteilungen zeigen darf.',
  },
  on: {
    title: 'Auf diesem Gerät eingeschaltet',
    text: 'Was Sie unten ändern, gilt sofort.',
    ofAccount: (devices: number) =>
      devices === 1
        ? 'Ihre Auswahl gehört zu Ihrem Konto. Was Sie unten ändern, gilt sofort.'
        : `Ihre Auswahl gehört zu Ihrem Konto und gilt auf ${devices} Geräten. Was Sie unten ändern, gilt sofort.`,
    turnOff: 'Auf diesem Gerät ausschalten',
  },
  asking: 'Ihr Browser fragt Sie jetzt, ob er Mitteilungen zeigen darf.',
  denied: {
    title: 'Ihr Browser lässt keine Mitteilungen zu',
    text: 'Sie haben Mitteilungen dieser Seite früher abgelehnt. Deshalb dürfen wir nicht noch einmal fragen. Sie ändern das in den Einstellungen Ihres Browsers: Tippen Sie in der Adresszeile auf das Symbol vor der Adresse, wählen Sie „Berechtigungen“ oder „Website-Einstellungen“ und erlauben Sie Mitteilungen. Laden Sie dann diese Seite neu.',
  },
  refusedInApp: {
    title: 'Ihr Gerät lässt keine Mitteilungen der App zu',
    text: 'Erlauben Sie der App in den Einstellungen Ihres Geräts, Mitteilungen zu zeigen. Öffnen Sie dann diese Seite noch einmal.',
  },
  install: {
    title: 'Auf dem iPhone und iPad: zuerst auf den Home-Bildschirm',
    text: 'Safari zeigt Mitteilungen nur von Seiten, die auf dem Home-Bildschirm liegen. Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“. Öffnen Sie die Zeitung von dort und kommen Sie noch einmal hierher.',
  },
  unsupported: {
    title: 'Dieser Browser kennt keine Mitteilungen',
    text: 'Aktuelle Versionen von Firefox, Chrome, Edge und Safari zeigen Mitteilungen, aber nicht in privaten Fenstern. Eilmeldungen stehen immer auch oben auf jeder Seite.',
  },
  native: {
    title: 'Mitteilungen der App',
    text: 'In der App stellen Sie Mitteilungen in den Einstellungen der App ein.',
  },
  failed: {
    title: 'Das hat nicht geklappt',
    text: 'Der Dienst ist gerade nicht zu erreichen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    retry: 'Noch einmal versuchen',
    subscribe:
      'Mitteilungen ließen sich nicht einschalten. Das liegt meist an der Verbindung oder an einer Einstellung des Browsers.',
    tooMany: 'Das waren zu viele Versuche. Bitte warten Sie eine Stunde.',
    oldText: 'Der Text der Einwilligung hat sich geändert. Bitte laden Sie die Seite neu.',
  },
  saved: 'Gespeichert.',
  notSaved: 'Das wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
  turnedOn: 'Mitteilungen sind eingeschaltet.',
  turnedOff: 'Mitteilungen sind auf diesem Gerät ausgeschaltet.',

  what: 'Was möchten Sie erfahren?',
  breaking: 'Eilmeldungen',
  breakingHint: 'Selten und nur, wenn es wirklich wichtig ist.',
  replies: 'Antworten auf meine Beiträge',
  repliesHint: 'Wenn jemand auf Ihren Kommentar antwortet.',
  follows: {
    topic: { title: 'Themen', search: 'Themen durchsuchen' },
    region: { title: 'Regionen', search: 'Regionen durchsuchen' },
    author: { title: 'Autorinnen und Autoren', search: 'Namen durchsuchen' },
  } satisfies Record<FollowKind, { title: string; search: string }>,
  chosen: (count: number) => (count === 0 ? 'nichts gewählt' : `${count} gewählt`),
  noMatch: (term: string) => `Nichts zu „${term}“ gefunden.`,
  most: (count: number) => `Mehr als ${count} lassen sich nicht wählen.`,
  nothing: 'Sie haben nichts gewählt und bekommen deshalb keine Mitteilungen.',

  when: 'Wann und wie viel?',
  quiet: 'Ruhezeit',
  quietHint: 'In dieser Zeit bleibt es still. Was dann noch neu ist, kommt danach.',
  from: 'von',
  to: 'bis',
  breakingInQuiet: 'Eilmeldungen auch in der Ruhezeit',
  mostADay: 'Höchstens am Tag',
  mostADayHint: 'Zu Themen, Regionen, Autorinnen und Autoren zusammen. Eilmeldungen und Antworten zählen nicht mit.',
  messages: (count: number) => (count === 1 ? '1 Mitteilung' : `${count} Mitteilungen`),

  latest: 'Warum bekomme ich das?',
  latestText: 'Ihre letzten Mitteilungen, jede mit dem Grund, aus dem sie kam.',
  latestNone: 'Hier stehen Ihre letzten Mitteilungen, jede mit dem Grund, aus dem sie kam. Bisher gab es keine.',
  waiting: 'kommt nach der Ruhezeit',

  privacy: 'Was gespeichert wird und wie lange, steht in der',
  privacyLink: 'Datenschutzerklärung',
  privacyMore:
    'Der Inhalt ist auf dem Weg verschlüsselt: Der Dienst Ihres Browsers stellt ihn zu, ohne ihn zu lesen. Ob Sie eine Mitteilung öffnen, messen wir nicht.',

  message: {
    unknown: 'Es gibt Neues',
    why: (kind: PushKind, label: string) => WHY_WORDS[kind](label),
    off: (kind: PushKind, label: string) => OFF_WORDS[kind](label),
    isOff: (kind: PushKind, label: string) =>
      kind === 'breaking' || kind === 'reply' ? OFF_WORDS[kind](label) : `${OFF_WORDS[kind](label)}: ist abgestellt`,
    isOffMore: 'Mehr dazu und alles andere stellen Sie unter „Mitteilungen“ ein.',
    offFailed: 'Das hat nicht geklappt',
    offFailedMore: 'Tippen Sie hier, um Mitteilungen auf der Seite abzustellen.',
  },
} as const
