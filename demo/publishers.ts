/**
 * The four publishing houses behind the demo publications. All invented: postcodes begin with 00, numbers are reserved for
 * fiction by the regulator.
 */
import type { DemoCode } from './codes.ts'

export type DemoPublisher = {
  /** Name of the publication, with its article where a sentence needs it. */
  paper: string
  paperDative: string
  company: string
  street: string
  town: string
  directors: string
  register: string
  vatId: string
  phone: string
  host: string
  /** Name on social networks. */
  account: string
  editor: string
  editorDeputy: string
  advertising: string
  youthOfficer: string
  dataOfficer: string
  ombudsman: string
  owners: readonly (readonly [holder: string, share: string, behind: string])[]
  ownersText: string
  publicAdvertising: string
}

const GROUP = 'Auental Medien GmbH & Co. KG'

export const PUBLISHERS: Readonly<Record<DemoCode, DemoPublisher>> = {
  ak: {
    paper: 'der Auenkurier',
    paperDative: 'dem Auenkurier',
    company: GROUP,
    street: 'Färbertorplatz 4',
    town: '00412 Auenburg',
    directors:
      'Auental Medien Verwaltungs-GmbH, diese vertreten durch die Geschäftsführer Dr. Henriette Sallmann und Jost Wittkamp',
    register: 'Amtsgericht Auenburg, HRA 00412 (Gesellschaft) und HRB 00413 (Komplementärin)',
    vatId: 'DE000000412',
    phone: '030 23125-412',
    host: 'auenkurier.example',
    account: 'auenkurier',
    editor: 'Cornelia Battenberg',
    editorDeputy: 'Lena Vogt (Redaktionsleitung Auenburg)',
    advertising: 'Florian Deiters',
    youthOfficer: 'Rechtsanwältin Dr. Mira Anders, Kornmarkt 11, 00412 Auenburg',
    dataOfficer: 'Sabine Ohlrogge',
    ombudsman: 'Prof. Dr. Walter Hinrichs',
    owners: [
      [
        'Sallmann Familienstiftung, Auenburg',
        '58 %',
        'Stiftungsrat: Dr. Henriette Sallmann, Gesa Sallmann-Roth, Friedrich Kolbe',
      ],
      ['Mitarbeiterbeteiligung Auental eG', '22 %', '214 Mitglieder, keines hält mehr als 1 %'],
      ['Druckhaus Werla GmbH', '20 %', 'Alleingesellschafterin: Margarethe Ohm, Hafenrode'],
    ],
    ownersText:
      'Die Gesellschaft gibt außer dem Auenkurier keine andere Tageszeitung heraus. Sie hält alle Anteile an der Flussbote Verlag GmbH und der Lokal aktuell GmbH sowie 51 Prozent an der Hügelland-Tageblatt Verlagsgesellschaft mbH.',
    publicAdvertising:
      '184.300 Euro, davon 96.100 Euro von der Stadt Auenburg und ihren Betrieben, 61.700 Euro vom Land, 26.500 Euro von Landkreisen und Gemeinden',
  },
  fb: {
    paper: 'der Flussbote',
    paperDative: 'dem Flussboten',
    company: 'Flussbote Verlag GmbH',
    street: 'Deichstraße 27',
    town: '00437 Hafenrode',
    directors: 'Geschäftsführerin Inken Lorenzen',
    register: 'Amtsgericht Auenburg, HRB 00437',
    vatId: 'DE000000437',
    phone: '040 66969-437',
    host: 'flussbote.example',
    account: 'flussbote',
    editor: 'Arne Thoms',
    editorDeputy: 'Henrik Petersen (Hafen und Untere Aue)',
    advertising: 'Silke Boysen',
    youthOfficer: 'Rechtsanwältin Dr. Mira Anders, Kornmarkt 11, 00412 Auenburg',
    dataOfficer: 'Sabine Ohlrogge',
    ombudsman: 'Prof. Dr. Walter Hinrichs',
    owners: [
      [
        GROUP,
        '100 %',
        'mittelbar: Sallmann Familienstiftung 58 %, Mitarbeiterbeteiligung Auental eG 22 %, Druckhaus Werla GmbH 20 %',
      ],
    ],
    ownersText:
      'Der Flussbote ist eine Tochtergesellschaft der Auental Medien GmbH & Co. KG. Die Redaktion in Hafenrode arbeitet eigenständig; ihre Leitung wird nur mit Zustimmung der Redaktionsversammlung berufen.',
    publicAdvertising:
      '71.900 Euro, davon 38.200 Euro von der Hafengesellschaft Hafenrode, 21.400 Euro vom Landkreis Untere Aue, 12.300 Euro vom Land',
  },
  ht: {
    paper: 'das Hügelland-Tageblatt',
    paperDative: 'dem Hügelland-Tageblatt',
    company: 'Hügelland-Tageblatt Verlagsgesellschaft mbH',
    street: 'Schulgasse 2',
    town: '00465 Tannau',
    directors: 'Geschäftsführer Konrad Rehbein',
    register: 'Amtsgericht Tannau, HRB 00465',
    vatId: 'DE000000465',
    phone: '030 23125-465',
    host: 'huegelland-tageblatt.example',
    account: 'huegellandtageblatt',
    editor: 'Ludger Rehbein',
    editorDeputy: 'Anja Weidlich (Hügelland)',
    advertising: 'Gudrun Piel',
    youthOfficer: 'Rechtsanwalt Benno Lauterbach, Marktplatz 8, 00465 Tannau',
    dataOfficer: 'Sabine Ohlrogge',
    ombudsman: 'Pfarrerin i. R. Elisabeth Cramm',
    owners: [
      [GROUP, '51 %', 'mittelbar: Sallmann Familienstiftung, Mitarbeiterbeteiligung Auental eG, Druckhaus Werla GmbH'],
      ['Rehbein Verlagsbeteiligung KG', '49 %', 'Konrad Rehbein 30 %, Ludger Rehbein 19 % (Anteile am Verlag)'],
    ],
    ownersText:
      'Die Familie Rehbein verlegt das Tageblatt in fünfter Generation. Ludger Rehbein ist Mitgesellschafter und Chefredakteur; über Berichte, die den Verlag oder seine Gesellschafter betreffen, entscheidet deshalb allein seine Stellvertreterin.',
    publicAdvertising:
      '43.600 Euro, davon 29.800 Euro vom Landkreis Hügelland und seinen Gemeinden, 13.800 Euro vom Land',
  },
  la: {
    paper: 'Lokal aktuell',
    paperDative: 'Lokal aktuell',
    company: 'Lokal aktuell GmbH',
    street: 'Nordendstraße 118',
    town: '00418 Auenburg',
    directors: 'Geschäftsführer Jost Wittkamp',
    register: 'Amtsgericht Auenburg, HRB 00418',
    vatId: 'DE000000418',
    phone: '030 23125-418',
    host: 'lokal-aktuell.example',
    account: 'lokalaktuell',
    editor: 'Kirsten Malchow',
    editorDeputy: 'Ines Cordes (Leben und Verbraucher)',
    advertising: 'Florian Deiters',
    youthOfficer: 'Rechtsanwältin Dr. Mira Anders, Kornmarkt 11, 00412 Auenburg',
    dataOfficer: 'Sabine Ohlrogge',
    ombudsman: 'Prof. Dr. Walter Hinrichs',
    owners: [
      [
        GROUP,
        '100 %',
        'mittelbar: Sallmann Familienstiftung 58 %, Mitarbeiterbeteiligung Auental eG 22 %, Druckhaus Werla GmbH 20 %',
      ],
    ],
    ownersText:
      'Lokal aktuell wird durch Anzeigen und Beilagen bezahlt. Anzeigenkunden haben keinen Einfluss auf die Berichte; bezahlte Beiträge tragen das Wort „Anzeige“.',
    publicAdvertising:
      '22.400 Euro, davon 15.900 Euro von der Stadt Auenburg, 6.500 Euro von Landkreisen und Gemeinden',
  },
}

export function publisherOf(code: string): DemoPublisher {
  const publisher = Object.entries(PUBLISHERS).find(([one]) => one === code)?.[1]
  if (publisher === undefined) throw new Error(`The demo has no publisher of "${code}"`)
  return publisher
}
