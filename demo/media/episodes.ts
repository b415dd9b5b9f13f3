/**
 * The episodes of the two demo podcasts. They are read by a speech synthesiser and labelled so (`voice`); texts and
 * jingles were written for this demo. `seconds` and `bytes` describe the file beside this module.
 */

export type PodcastKey = 'auengespraech' | 'hafenlicht'

export type Episode = {
  key: string
  podcast: PodcastKey
  file: string
  title: string
  description: string
  seconds: number
  bytes: number
  /** One paragraph an entry. */
  transcript: readonly string[]
  /** `start`: seconds, in the pause before the first word; measured in the file. */
  chapters: readonly { start: number; title: string }[]
  voice: 'KI-Stimme'
}

export const EPISODES: readonly Episode[] = [
  {
    key: 'auengespraech-1-weihnachtsmarkt',
    podcast: 'auengespraech',
    file: 'auengespraech-1-weihnachtsmarkt.mp3',
    title: 'Was ein Weihnachtsmarkt kostet',
    description:
      'Strom, Sicherheit, Standgebühr: Warum der Auenburger Weihnachtsmarkt in diesem Jahr knapper rechnet und trotzdem zwölf Buden mehr hat.',
    seconds: 67,
    bytes: 401272,
    transcript: [
      'Moderation: Willkommen beim Auengespräch. Heute stehen wir zwischen Tannengrün und Lichterketten auf dem Auenburger Marktplatz. Die Frage ist einfach: Was kostet eigentlich ein Weihnachtsmarkt?',
      'Gast: Mehr, als man denkt. Der größte Posten ist nicht der Strom, es ist die Sicherheit. Sperren, Ordner, der Plan für die Rettungswege. Das macht fast die Hälfte aus.',
      'Moderation: Und trotzdem gibt es in diesem Jahr zwölf Buden mehr.',
      'Gast: Ja, weil wir die Standgebühr gestaffelt haben. Wer selbst backt oder schnitzt, zahlt weniger. Das hat viele Kleine zurückgebracht, die in den vergangenen Jahren nicht mehr dabei waren.',
      'Moderation: Wer nachrechnen möchte: Die Zahlen stehen im Artikel zur Folge. Und wer lieber Waffeln möchte, findet uns gleich neben dem Brunnen.',
    ],
    chapters: [
      { start: 0, title: 'Zwischen Tannengrün und Lichterketten' },
      { start: 17.9, title: 'Was am meisten kostet' },
      { start: 31.6, title: 'Zwölf Buden mehr' },
      { start: 51.9, title: 'Zum Nachrechnen' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'auengespraech-2-strassenbahn',
    podcast: 'auengespraech',
    file: 'auengespraech-2-strassenbahn.mp3',
    title: 'Die Bahn, die nie fertig wird',
    description:
      'Seit elf Jahren plant Auenburg eine Linie nach Norden. Ein Gespräch über Gleise, Geduld und Grundstücke.',
    seconds: 61,
    bytes: 368870,
    transcript: [
      'Moderation: Auengespräch, Folge zwei. Es gibt Sätze, die in Auenburg jeder kennt. Einer davon lautet: Die Nordstrecke kommt. Seit elf Jahren kommt sie.',
      'Gast: Der Satz stimmt ja auch. Sie kommt nur langsam. Für gut drei Kilometer Gleis brauchen wir siebenundvierzig Grundstücke, eine Brücke und sehr viel Geduld.',
      'Moderation: Was war der schwierigste Meter?',
      'Gast: Der vor der Schule am Nordring. Dort kreuzen sich Radweg, Bus und Bahn. Wir haben sechs Varianten gezeichnet. Die beste stammt am Ende aus einer Projektwoche der neunten Klasse.',
      'Moderation: Und wann fährt die erste Bahn?',
      'Gast: Wenn alles gut geht, in vier Jahren. Ich sage das ausdrücklich mit dem Wort: wenn.',
    ],
    chapters: [
      { start: 0, title: 'Ein Satz, den in Auenburg jeder kennt' },
      { start: 16.5, title: 'Warum es so langsam geht' },
      { start: 29.1, title: 'Der schwierigste Meter' },
      { start: 46.2, title: 'Wann die erste Bahn fährt' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'auengespraech-3-hochwasser',
    podcast: 'auengespraech',
    file: 'auengespraech-3-hochwasser.mp3',
    title: 'Wenn die Aue steigt',
    description:
      'Die Pegel reagieren schneller als früher. Was Anwohner am Unterufer gelernt haben und was die Stadt noch vorhat.',
    seconds: 63,
    bytes: 377058,
    transcript: [
      'Moderation: Willkommen beim Auengespräch. Drei Tage Regen, und am Unterufer stehen die Wiesen wieder unter Wasser. Wie gut ist Auenburg vorbereitet?',
      'Gast: Besser als vor fünf Jahren. Wir haben drei neue Pegel oberhalb der Stadt. Das klingt nach wenig, gibt uns aber sechs Stunden Vorsprung.',
      'Moderation: Was macht man mit sechs Stunden?',
      'Gast: Die mobilen Wände aufbauen, Keller räumen, Nachbarn anrufen. Das Anrufen ist übrigens das Wichtigste. Am Unterufer gibt es inzwischen eine Telefonkette, die in zwanzig Minuten durch ist.',
      'Moderation: Und was fehlt noch?',
      'Gast: Platz für den Fluss. Die Aue braucht oberhalb von Tannau Wiesen, die sie überfluten darf. Darüber verhandeln wir gerade mit den Landwirten.',
    ],
    chapters: [
      { start: 0, title: 'Drei Tage Regen' },
      { start: 14.9, title: 'Drei Pegel und sechs Stunden Vorsprung' },
      { start: 26.6, title: 'Was in sechs Stunden zu tun ist' },
      { start: 44.9, title: 'Platz für den Fluss' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'auengespraech-4-windkraft',
    podcast: 'auengespraech',
    file: 'auengespraech-4-windkraft.mp3',
    title: 'Ein Dorf und fünf Windräder',
    description: 'Im Hügelland streitet eine Gemeinde über neue Windräder und über die Frage, wem der Wind gehört.',
    seconds: 58,
    bytes: 348346,
    transcript: [
      'Moderation: Auengespräch, heute aus dem Hügelland. Auf der Höhe über dem Dorf drehen sich drei Windräder. Fünf weitere sollen dazukommen. Wie ist die Stimmung?',
      'Gast: Geteilt, aber höflich. Am Anfang ging es nur um die Höhe. Inzwischen reden wir darüber, was das Dorf davon hat.',
      'Moderation: Und was hat es davon?',
      'Gast: Wenn es nach uns geht: ein Viertel der Anteile. Jeder Haushalt könnte mit fünfhundert Euro einsteigen. Dann gehört der Wind wenigstens zum Teil denen, die ihn hören.',
      'Moderation: Entscheiden wird der Gemeinderat im Dezember. Wir sind dabei. Bis dahin: Danke fürs Zuhören, und kommen Sie gut durch den November.',
    ],
    chapters: [
      { start: 0, title: 'Drei Windräder, und fünf sollen dazukommen' },
      { start: 15.9, title: 'Geteilt, aber höflich' },
      { start: 26.1, title: 'Ein Viertel der Anteile' },
      { start: 42.4, title: 'Wer entscheidet' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'hafenlicht-1-leuchtturm',
    podcast: 'hafenlicht',
    file: 'hafenlicht-1-leuchtturm.mp3',
    title: 'Der Wärter, der das Licht ausließ',
    description:
      'Eine Nacht im Winter 1929, ein vereister Fluss und ein Leuchtturmwärter, der gegen die Vorschrift handelte.',
    seconds: 73,
    bytes: 436266,
    transcript: [
      'Hafenlicht. Geschichten von der Unteren Aue. Heute: Der Wärter, der das Licht ausließ.',
      'Im Winter neunzehnhundertneunundzwanzig war die Aue bis zur Mündung zugefroren. Drei Wochen lang kam kein Schiff. Der Leuchtturmwärter von Hafenrode aber heizte und zündete, Nacht für Nacht, so wie es die Vorschrift verlangte.',
      'Am zweiundzwanzigsten Tag ging ihm das Petroleum aus. Oder besser gesagt: Es ging der Schule aus. Dort saßen vierzig Kinder im Dunkeln. Der Wärter trug zwei Kannen über das Eis und ließ sein Licht aus.',
      'Dafür bekam er einen Verweis. Er hängt heute im Hafenmuseum, gleich neben einem Brief der Kinder. Darin steht nur ein Satz: Bei uns war es hell.',
    ],
    chapters: [
      { start: 0, title: 'Vorspann' },
      { start: 14.1, title: 'Drei Wochen kein Schiff' },
      { start: 33.9, title: 'Zwei Kannen über das Eis' },
      { start: 52.9, title: 'Ein Verweis im Museum' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'hafenlicht-2-faehre',
    podcast: 'hafenlicht',
    file: 'hafenlicht-2-faehre.mp3',
    title: 'Die letzte Fähre um Mitternacht',
    description:
      'Wer nachts um zwölf über die Aue fährt, hat Gründe. Eine Überfahrt mit Schichtarbeitern, Nachtschwärmern und einem Hund.',
    seconds: 68,
    bytes: 409694,
    transcript: [
      'Hafenlicht. Geschichten von der Unteren Aue. Heute: Die letzte Fähre um Mitternacht.',
      'Zwölf Minuten dauert die Überfahrt. Um Mitternacht sitzen im Salon vier Menschen und ein Hund. Zwei kommen von der Spätschicht am Containerkai, ihre Jacken riechen nach Diesel und kalter Luft.',
      'Eine Frau fährt jede Nacht, seit elf Jahren. Sie backt drüben das Brot, das wir am Morgen kaufen. Der Hund gehört niemandem an Bord. Er steigt ein, legt sich an die Heizung und steigt am anderen Ufer wieder aus.',
      'Der Kapitän sagt, er fahre seit dem Frühjahr mit. Einen Fahrschein habe er nie verlangt. Wer so pünktlich ist, gehört zur Mannschaft.',
    ],
    chapters: [
      { start: 0, title: 'Vorspann' },
      { start: 13.7, title: 'Vier Menschen und ein Hund' },
      { start: 30.2, title: 'Das Brot von drüben' },
      { start: 49.6, title: 'Nie ein Fahrschein' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'hafenlicht-3-kran',
    podcast: 'hafenlicht',
    file: 'hafenlicht-3-kran.mp3',
    title: 'Kran Nummer sieben',
    description:
      'Er ist der älteste Kran am Kai und soll bleiben. Über Stahl, Heimweh und eine Nachtigall im Führerhaus.',
    seconds: 69,
    bytes: 413556,
    transcript: [
      'Hafenlicht. Geschichten von der Unteren Aue. Heute: Kran Nummer sieben.',
      'Er hebt nichts mehr, und doch schauen alle zu ihm hinauf. Kran Nummer sieben steht seit neunzehnhundertsechsundfünfzig am Alten Kai. In diesem Herbst sollte er verschrottet werden.',
      'Dann meldete sich ein ehemaliger Kranführer. Er ist neunundachtzig Jahre alt und bat darum, noch einmal hinaufsteigen zu dürfen. Einundsiebzig Stufen. Oben fand er im Führerhaus ein Nest.',
      'Wegen des Nests kam der Naturschutz, wegen des Naturschutzes kam der Aufschub, und wegen des Aufschubs kam eine Unterschriftenliste. Zweitausend Namen später steht fest: Kran Nummer sieben bleibt.',
    ],
    chapters: [
      { start: 0, title: 'Vorspann' },
      { start: 13, title: 'Der Kran am Alten Kai' },
      { start: 28.6, title: 'Einundsiebzig Stufen' },
      { start: 45.8, title: 'Zweitausend Namen' },
    ],
    voice: 'KI-Stimme',
  },
  {
    key: 'hafenlicht-4-nebelhorn',
    podcast: 'hafenlicht',
    file: 'hafenlicht-4-nebelhorn.mp3',
    title: 'Nebel über der Aue',
    description: 'Wie klingt der Hafen, wenn man nichts sieht? Ein Morgen mit dem Lotsen auf der Unteren Aue.',
    seconds: 67,
    bytes: 400596,
    transcript: [
      'Hafenlicht. Geschichten von der Unteren Aue. Heute: Nebel.',
      'Um sechs Uhr früh ist die Welt am Kai noch fünf Meter groß. Der Lotse steht auf der Brücke eines Frachters, hundertachtzig Meter Schiff hinter sich, und sieht nicht einmal den eigenen Bug.',
      'Er hört. Links die Glocke der Fähre. Rechts das Tuckern eines Fischkutters, der spät dran ist. Dazwischen Stille, und die Stille, sagt er, ist das, worauf man achten muss.',
      'Zwei Stunden braucht das Schiff für neun Kilometer. Als die Sonne durchkommt, liegt es längst fest. Der Lotse trinkt seinen Kaffee und sagt: Heute habe ich den Hafen besonders gut gesehen.',
    ],
    chapters: [
      { start: 0, title: 'Vorspann' },
      { start: 12, title: 'Fünf Meter Welt' },
      { start: 28.2, title: 'Glocke, Kutter, Stille' },
      { start: 44, title: 'Neun Kilometer in zwei Stunden' },
    ],
    voice: 'KI-Stimme',
  },
]

/** The address of an episode's MP3 file (`audio/mpeg`) on disk. */
export const episodeFile = (episode: Episode): URL => new URL(episode.file, import.meta.url)
