/**
 * Comments of the demo's readers, who do not exist. In the order of writing; times follow from the article's. `up` and
 * `down` are votes. A comment under the name of one of the article's authors is an author's reply.
 */
import type { DemoCode } from './codes.ts'

export type DemoComment = {
  by: string
  text: string
  up?: number
  down?: number
  isPicked?: true
  removed?: { ground: 'insult' | 'falsehood' | 'spam' | 'offTopic'; facts: string }
  replies?: readonly DemoComment[]
}
export type DemoDiscussion = {
  publication: DemoCode
  articleId: string
  comments: readonly DemoComment[]
  reviews?: readonly { by: string; stars: number; text: string }[]
}

export const DISCUSSIONS: readonly DemoDiscussion[] = [
  {
    publication: 'ak',
    articleId: '10001',
    comments: [
      {
        by: 'Nordlicht Nordend',
        text: 'Endlich. Ich wohne seit 22 Jahren in Nordend und seit 22 Jahren heißt es: Die Bahn kommt bald. Der Bus 41 ist morgens so voll, dass Kinderwagen stehen bleiben.',
        up: 21,
        down: 3,
        isPicked: true,
        replies: [
          {
            by: 'Pendlerin',
            text: 'Das mit dem 41er kann ich bestätigen. Ab Färbergasse steigt niemand mehr ein, obwohl der Bus hält.',
            up: 9,
          },
          {
            by: 'Lena Vogt',
            text: 'Zur Frage, die viele stellen: Der 41er fährt laut Stadtwerken während der Bauzeit alle sieben statt alle zehn Minuten. Das steht in der Vorlage, Seite 14. Wir bleiben dran, ob es dabei bleibt.',
            up: 18,
          },
        ],
      },
      {
        by: 'Rechenschieber',
        text: 'Vier Jahre Baustelle für neun Haltestellen. Wer zahlt eigentlich den Läden in der Färbergasse den Umsatz, der ihnen bis dahin fehlt? Im Artikel steht nur „wird geprüft“.\n\nIch bin nicht gegen die Bahn. Aber geprüft wird in dieser Stadt viel.',
        up: 14,
        down: 5,
        replies: [
          {
            by: 'Buchladen Ecke',
            text: 'Danke, dass Sie das sagen. Wir haben einen dieser Läden. Beim Umbau vor acht Jahren gab es am Ende einen Blumenkübel.',
            up: 17,
          },
        ],
      },
      {
        by: 'Klartext 55',
        text: 'Das kann nur jemand schreiben, der im Rathaus sitzt und noch nie gearbeitet hat.',
        down: 6,
        removed: {
          ground: 'insult',
          facts: 'Der Kommentar griff eine andere Person an, statt auf ihr Argument einzugehen.',
        },
      },
      {
        by: 'Radelnde Oma',
        text: 'Mir fehlt in der ganzen Debatte der Radweg. Auf der Brücke sollen Gleis, zwei Autospuren und Fußweg Platz haben. Wo fahre ich mit dem Enkel im Anhänger?',
        up: 11,
        down: 2,
      },
      {
        by: 'Gleisdreieck',
        text: 'Wer es genau wissen will: Die Pläne liegen noch bis Mitte Dezember im Technischen Rathaus aus, auch abends bis 19 Uhr. Einwände kann man vor Ort aufschreiben, dauert zehn Minuten.',
        up: 12,
      },
    ],
  },
  {
    publication: 'ak',
    articleId: '10061',
    comments: [
      {
        by: 'Altstadtkind',
        text: 'Guter Kommentar, aber zu höflich. Wer 2021 dagegen war und heute dafür stimmt, hätte den Wählern wenigstens sagen können, was sich geändert hat.',
        up: 9,
        down: 1,
        replies: [{ by: 'Uferlos', text: 'Vielleicht haben sie einfach dazugelernt? Soll vorkommen.', up: 7, down: 2 }],
      },
      {
        by: 'Steuerzahler',
        text: '@Lena Vogt, Sie schreiben, das Land zahle 75 Prozent. Gilt das auch für die Mehrkosten? Bei der letzten Brücke galt es nicht.',
        up: 8,
        replies: [
          {
            by: 'Lena Vogt',
            text: 'Nein, und das ist der wunde Punkt: Die Zusage deckt die geplanten Kosten. Was darüber liegt, zahlt die Stadt. Ich hätte das deutlicher schreiben sollen.',
            up: 19,
          },
          { by: 'Steuerzahler', text: 'Danke für die klare Antwort. So stelle ich mir das vor.', up: 6 },
        ],
      },
    ],
  },
  {
    publication: 'ak',
    articleId: '20056',
    comments: [
      {
        by: 'Dämmerzustand',
        text: 'Wir haben vor zwei Jahren dasselbe gemacht. Was niemand sagt: Mit neuen Fenstern muss man wirklich lüften, sonst schimmelt die Nordwand. Bei uns hat ein Hygrometer für zwölf Euro mehr gebracht als jeder Ratgeber.',
        up: 16,
        isPicked: true,
      },
      {
        by: 'Mieterin im 3. Stock',
        text: 'Schön für Eigentümer. Bei uns klappern die Fenster seit 1994.',
        up: 10,
        down: 1,
      },
    ],
  },
  {
    publication: 'fb',
    articleId: '20001',
    comments: [
      {
        by: 'Deichkieker',
        text: 'Bis 3,5 Tonnen heißt: kein Müllwagen, kein Futterlaster, kein Umzug. Für Touristen fährt sie also, für uns Grünauer nur halb.',
        up: 15,
        down: 2,
        isPicked: true,
        replies: [
          {
            by: 'Henrik Petersen',
            text: 'Der Fährbetreiber sagt, für Müll und Futter gebe es Dienstag und Freitag um 6 Uhr eine Sonderfahrt mit dem Arbeitsponton. Ob das reicht, frage ich nächste Woche auf der Insel nach. Schreiben Sie gern hier, wie es bei Ihnen läuft.',
            up: 13,
          },
          { by: 'Inselhof', text: 'Dienstag klappte. Freitag stand der Ponton in Hafenrode.', up: 8 },
        ],
      },
      {
        by: 'Kapitän a. D.',
        text: 'Ein Wellenlager aus den Siebzigern hält eben nicht ewig. Es gab 2019 ein Gutachten. Das liegt vermutlich noch in derselben Schublade.',
        up: 12,
        down: 1,
      },
      {
        by: 'Schnäppchen Jäger',
        text: 'Ich verdiene jetzt von zu Hause dreimal so viel wie früher, fragt mich einfach wie!',
        down: 5,
        removed: { ground: 'spam', facts: 'Werbung ohne Bezug zum Artikel.' },
      },
      { by: 'Möwenschiet', text: 'Immerhin fährt der Kiosk wieder mit.', up: 9 },
    ],
  },
  {
    publication: 'fb',
    articleId: '20016',
    comments: [
      {
        by: 'Lotsenviertel seit 1981',
        text: 'In unserem Haus sind von acht Klingelschildern drei Schlüsselkästen. Man grüßt sich nicht mehr im Treppenhaus, weil man nicht weiß, ob es sich lohnt.',
        up: 20,
        down: 1,
        isPicked: true,
      },
      {
        by: 'Vermieter mit Herz',
        text: 'Ich vermiete eine von zwei Wohnungen an Gäste, weil sonst das Dach nicht zu bezahlen wäre. Nicht alle sind Spekulanten.',
        up: 6,
        down: 8,
        replies: [
          {
            by: 'Wattwurm',
            text: 'Das glaube ich Ihnen. Aber dann wäre doch eine Grenze von einer Wohnung je Eigentümer genau richtig?',
            up: 11,
          },
        ],
      },
    ],
  },
  {
    publication: 'ht',
    articleId: '30009',
    comments: [
      {
        by: 'Hohenbucherin',
        text: 'Meine Mutter ist 81 und kommt ohne Auto nicht zum Arzt nach Tannau. Wenn der Bus wirklich auf Anruf kommt, ist das für sie mehr wert als jede Umgehungsstraße.',
        up: 19,
        isPicked: true,
        replies: [
          {
            by: 'Ines Cordes',
            text: 'Wichtig für Ihre Mutter: Man kann auch telefonisch buchen, bis 60 Minuten vorher, ganz ohne App. Die Nummer steht im Kasten am Ende des Artikels.',
            up: 15,
          },
        ],
      },
      {
        by: 'Bauer Heinrich',
        text: 'Sechs Kleinbusse für 38 Dörfer. Ich hoffe, es klappt. Ich fürchte, nach zwei Jahren heißt es: Die Nachfrage war zu gering.',
        up: 10,
        down: 2,
      },
      {
        by: 'Immer dagegen',
        text: 'Den Bus braucht kein Mensch, und der Landrat hat das Geld sowieso schon in der eigenen Tasche.',
        down: 4,
        removed: {
          ground: 'falsehood',
          facts: 'Der Kommentar unterstellte einer namentlich bestimmbaren Person ohne Beleg eine Straftat.',
        },
      },
    ],
  },
  {
    publication: 'ht',
    articleId: '30007',
    comments: [
      {
        by: 'Schäferin',
        text: 'Elf Tiere in einer Nacht. Ob Wolf oder Hund, ist für die Herde gleich. Der Zaun stand, der Strom war an. Was sollen wir noch tun?',
        up: 18,
        down: 1,
      },
      {
        by: 'Waldläufer',
        text: 'Bitte den Gentest abwarten. Vor drei Jahren war es am Ende ein Schäferhund aus Talheim.',
        up: 13,
        down: 4,
        replies: [
          {
            by: 'Anja Weidlich',
            text: 'Das Ergebnis wird für Anfang nächster Woche erwartet. Wir melden es hier und im Artikel.',
            up: 11,
          },
        ],
      },
    ],
  },
  {
    publication: 'la',
    articleId: '20051',
    comments: [
      {
        by: 'Sparfuchs',
        text: 'Gewechselt in sieben Minuten, 164 Euro im Jahr gespart. Das Schwierigste war, die Zählernummer im Keller zu lesen.',
        up: 17,
        isPicked: true,
        replies: [{ by: 'Kellerkind', text: 'Tipp: Handy hinhalten und fotografieren.', up: 9 }],
      },
      {
        by: 'Gasmann',
        text: 'Strom runter, Gas rauf. Und wer wie wir zur Miete wohnt, sucht sich die Heizung nicht aus.',
        up: 8,
        down: 1,
        replies: [
          {
            by: 'Ines Cordes',
            text: 'Das stimmt leider. Was Mieter tun können: Die Abrechnung prüfen lassen. Die Verbraucherberatung macht das für 20 Euro, und bei jeder zweiten findet sie etwas.',
            up: 12,
          },
        ],
      },
      {
        by: 'Stammtisch',
        text: 'Alles Verbrecher, die gehören eingesperrt, und Sie gleich mit.',
        down: 5,
        removed: {
          ground: 'insult',
          facts: 'Der Kommentar beleidigte die Redaktion und andere, ohne etwas zum Thema zu sagen.',
        },
      },
    ],
  },
  ...(['ak', 'fb', 'ht', 'la'] as const).map((publication): DemoDiscussion => ({
    publication,
    articleId: '77',
    comments: [
      {
        by: 'Crema',
        text: 'Dampfdüse nach jedem Gebrauch kurz aufdrehen, dann verkalkt sie nicht. Steht nirgends, hilft aber.',
        up: 7,
      },
    ],
    reviews: [
      {
        by: 'Crema',
        stars: 5,
        text: 'Seit vierzehn Monaten jeden Morgen zwei Espressi. Eine Dichtung getauscht, sonst nichts.',
      },
      {
        by: 'Zu spät aufgestanden',
        stars: 3,
        text: 'Espresso sehr gut, Milchschaum mühsam. Für drei Personen zu langsam.',
      },
      { by: 'Küchenzeile', stars: 4, text: 'Passt wirklich neben den Toaster. Den Tank von hinten zu füllen nervt.' },
      { by: 'Bohnenzähler', stars: 4, text: '' },
    ],
  })),
]
