/** Texts of the library of pictures. */
export const MEDIA = {
  title: 'Medien',
  filters: 'Auswahl',
  search: 'Bildtext, Urheber, Rechteinhaber, Dateiname',
  choice: 'Welche Bilder',
  choices: { '': 'alle Bilder', 'rechte-enden': 'Rechte enden bald', 'ohne-urheber': 'ohne Urheber' },
  list: 'Bilder',
  none: 'Keine Bilder.',
  clear: 'Auswahl aufheben',
  more: 'Weitere Bilder',
  upload: 'Bilder hochladen',
  uploading: (left: number) => (left === 1 ? '1 Bild wird hochgeladen …' : `${left} Bilder werden hochgeladen …`),
  uploaded: (count: number) => (count === 1 ? '1 Bild hochgeladen' : `${count} Bilder hochgeladen`),
  notUploaded: (names: string) => `Nicht angenommen: ${names}. Erlaubt sind Fotos bis 40 MB und 60 Megapixel.`,
  unnamed: 'Bild ohne Text',
  noCredit: 'ohne Urheber',
  ending: (moment: string) => `Rechte enden ${moment}`,
  ended: (moment: string) => `Rechte abgelaufen ${moment}`,
  keyFilter: 'In die Suche',
} as const

export const PICKER = {
  open: 'Aus den Medien',
  title: 'Bild aus den Medien',
  rights: 'Rechte und Verwendung',
  search: 'Suchen',
} as const

export const MEDIUM = {
  gone: 'Dieses Bild gibt es nicht, oder es gehört zu einem anderen Titel.',
  toList: 'Zu den Medien',
  texts: 'Texte',
  textsHint: 'Artikel haben eigene Texte zu ihrem Bild. Was Sie hier ändern, gilt für neue Artikel.',
  rights: 'Rechte',
  holder: 'Rechteinhaber',
  terms: 'Bedingungen',
  until: 'Rechte bis',
  untilHint: 'Leer: ohne Ende. Zu dieser Zeit nimmt die Redaktion das Bild aus allen Artikeln.',
  mayBeCut: 'Darf beschnitten werden',
  mayBeCutHint: 'Aufmacherbilder und Bilder in Listen schneidet die Seite auf 16:9 zu.',
  staysInArchive: 'Darf im Archiv bleiben',
  staysInArchiveHint: 'Artikel, die vor dem Ende online waren, behalten das Bild.',
  carry: (count: number) => (count === 1 ? 'Auch in 1 Artikel ändern' : `Auch in ${count} Artikeln ändern`),
  carryHint: 'Nur, was Sie hier geändert haben. Artikel, die online sind, ändern sich für Leser sofort.',
  save: 'Sichern',
  saved: 'Gesichert',
  discard: 'Verwerfen',
  changedMeanwhile: 'Jemand hat dieses Bild inzwischen geändert. Was Sie geschrieben haben, ist noch nicht gesichert.',
  reload: 'Meine Änderungen verwerfen',
  uses: 'Wo es steht',
  noUses: 'In keinem Artikel.',
  lead: 'Aufmacher, auch auf Seiten und in Listen',
  inText: 'im Text',
  inDraft: 'nur im Entwurf',
  moreUses: (count: number) => (count === 1 ? 'und in 1 weiteren' : `und in ${count} weiteren`),
  elsewhere: 'Auch außerhalb von Artikeln (Themen, Personen, Newsletter): Das ändert die Redaktion hier nicht.',
  working: {
    end: 'Das Bild wird aus den Artikeln genommen …',
    replace: 'Die neue Datei kommt in die Artikel …',
    texts: 'Die Änderungen kommen in die Artikel …',
  },
  notDone: 'Noch nicht in allen Artikeln erledigt. Es wird von selbst weiter versucht.',
  replace: 'Andere Datei …',
  replaceTitle: 'Datei ersetzen',
  replaceNone: 'Das Bild steht in keinem Artikel. Texte und Rechte bleiben.',
  replaceIn: (count: number) =>
    count === 1
      ? 'Die neue Datei erscheint sofort in diesem Artikel. Texte und Rechte bleiben.'
      : `Die neue Datei erscheint sofort in diesen ${count} Artikeln. Texte und Rechte bleiben.`,
  replaceAct: 'Datei wählen und ersetzen',
  replacing: 'Wird hochgeladen …',
  replaced: 'Die Datei ist ersetzt',
  file: 'Datei',
  uploadedBy: (name: string, moment: string) => `hochgeladen von ${name}, ${moment}`,
  size: (width: number, height: number) => `${width} × ${height} Bildpunkte`,
  written: 'In der Datei stand',
  writtenNames: { caption: 'Bildtext', credit: 'Urheber', copyright: 'Copyright', instructions: 'Hinweise' },
} as const

export const CROP = {
  open: 'Zuschneiden …',
  forbidden: 'Zuschneiden ist nicht erlaubt: So steht es in den Rechten.',
  saveFirst: 'Sichern Sie zuerst, was Sie geändert haben.',
  title: 'Bild zuschneiden',
  inNone: 'Das Bild steht in keinem Artikel. Die ganze Datei bleibt erhalten.',
  inArticles: (count: number) =>
    count === 1
      ? 'Der Ausschnitt erscheint sofort in 1 Artikel. Die ganze Datei bleibt erhalten.'
      : `Der Ausschnitt erscheint sofort in ${count} Artikeln. Die ganze Datei bleibt erhalten.`,
  ratio: 'Seitenverhältnis',
  smaller: 'Kleiner',
  larger: 'Größer',
  frame: ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
    `Ausschnitt: ${Math.round(width)} mal ${Math.round(height)} Prozent, ${Math.round(x)} von links, ${Math.round(y)} von oben.`,
  hint: 'Verschieben Sie ihn mit den Pfeiltasten, ändern Sie die Größe mit + und -, oder klicken Sie auf seine neue Mitte.',
  act: 'Zuschneiden',
  working: 'Wird zugeschnitten …',
  undo: 'Ganzes Bild zeigen',
  done: 'Das Bild ist zugeschnitten',
  isWhole: 'Das Bild wird wieder ganz gezeigt',
} as const
