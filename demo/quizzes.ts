/**
 * The quizzes of the demo, ten questions each: about its region, according to its articles, and about general facts. The first
 * answer is right; the seed moves it to another place.
 */
import type { DemoCode } from './codes.ts'

export type DemoQuestion = {
  text: string
  picture?: string
  answers: readonly [right: string, ...wrong: string[]]
  why: string
}

export type DemoQuiz = {
  slug: string
  title: string
  teaser: string
  picture: string
  section: string
  hoursAgo: number
  publications: readonly DemoCode[]
  questions: readonly DemoQuestion[]
}

export const QUIZZES: readonly DemoQuiz[] = [
  {
    slug: 'aue-werla-tannsee',
    title: 'Aue, Werla, Tannsee: Wie gut kennen Sie die Region?',
    teaser: 'Von der Auemündung bis Hohenbuche: zehn Fragen für alle, die hier leben oder wenigstens so tun.',
    picture: 'hafen-hafenrode-tag',
    section: 'lokales',
    hoursAgo: 5,
    publications: ['ak', 'ht', 'la'],
    questions: [
      {
        text: 'Woran liegt Hafenrode?',
        picture: 'hafen-hafenrode-morgen',
        answers: ['An der Mündung der Aue', 'Am Tannsee', 'An der Werla', 'Auf dem Höhenzug bei Birkfelde'],
        why: 'Die Containerschiffe laufen durch die Auemündung ein, vorbei am Leuchtturm.',
      },
      {
        text: 'Welche Farben hat der Leuchtturm von Hafenrode?',
        answers: ['Rot und Weiß', 'Schwarz und Gelb', 'Blau und Weiß', 'Er ist unverputzt, aus Backstein'],
        why: 'Rot-weiß, und bei Sturm das meistfotografierte Bauwerk der Küste.',
      },
      {
        text: 'Wann standen in Steinbrück die Straßen unter Wasser?',
        picture: 'hochwasser-aue-tag',
        answers: ['Im Januar 2025', 'Im August 2002', 'Im Mai 2019', 'Im Dezember 2023'],
        why: 'Im Januar 2025 trat die Werla über die Ufer. Zwei Tage lang kam man nur mit dem Traktor in den Ort.',
      },
      {
        text: 'Welcher Fluss fließt durch Steinbrück?',
        answers: ['Die Werla', 'Die Aue', 'Die Elbe', 'Gar keiner'],
        why: 'Von der Werlabrücke liest man seit Jahrzehnten den Lattenpegel ab.',
      },
      {
        text: 'Wie viele Menschen leben in Tannau?',
        picture: 'tannau-tag',
        answers: ['Knapp 19.000', 'Gut 4.000', 'Rund 52.000', 'Etwa 110.000'],
        why: '18.900 sind es, Tendenz leicht steigend.',
      },
      {
        text: 'Wie heißt das Stadion in Auenburg?',
        picture: 'stadion-auenburg-flutlicht',
        answers: ['Auestadion', 'Werlakampfbahn', 'Stadion am Nordend', 'Marienpark'],
        why: 'Im Auestadion liegt auch die Laufbahn, die 2027 erneuert werden soll.',
      },
      {
        text: 'In welcher Liga spielt der 1. FC Talheim?',
        answers: ['In der Regionalliga Nord-Ost', 'In der Kreisliga A', 'In der 2. Bundesliga', 'In der Oberliga Süd'],
        why: 'Zu den Heimspielen der Regionalliga fahren an Freitagabenden Sonderzüge aus dem halben Hügelland.',
      },
      {
        text: 'Wie viele Einwohner hat Hohenbuche?',
        picture: 'dorf-huegelland-herbst',
        answers: ['611', '61', '6.110', '16.011'],
        why: '611 – und einen Laden, den sich das Dorf selbst gebaut hat. Der nächste Supermarkt steht 14 Kilometer weiter.',
      },
      {
        text: 'Aus welchem Jahr stammt die älteste Urkunde im Auenburger Stadtarchiv?',
        picture: 'rathaus-auenburg-tag',
        answers: ['1236', '1848', '1593', '987'],
        why: '1900 laufende Meter Akten, Karten und Urkunden lagern im Rathaus, die älteste von 1236.',
      },
      {
        text: 'Was macht man in Talheim mit einem Kniesten?',
        answers: [
          'Man lutscht ihn',
          'Man wirft ihn ins Feuer',
          'Man hängt ihn an den Baum',
          'Man beißt herzhaft hinein',
        ],
        why: 'Wer zubeißt, hat verloren: Das Adventsgebäck ist hart. Gelutscht wird es, oder man hat Geduld.',
      },
    ],
  },
  {
    slug: 'leinen-los',
    title: 'Leinen los: Was wissen Sie über Häfen, Schiffe und das Meer?',
    teaser: 'Backbord, Tidenhub, TEU: zehn Fragen, bei denen man nicht nass wird.',
    picture: 'containerschiff-tag',
    section: 'hafen',
    hoursAgo: 29,
    publications: ['fb', 'ak'],
    questions: [
      {
        text: 'Welche Farbe hat das Licht, das ein Schiff nachts an Backbord zeigt?',
        picture: 'faehre-hafenrode-abend',
        answers: ['Rot', 'Grün', 'Weiß', 'Gelb'],
        why: 'Backbord ist in Fahrtrichtung links und rot, Steuerbord rechts und grün.',
      },
      {
        text: 'Wie lang ist eine Seemeile?',
        answers: ['1.852 Meter', '1.000 Meter', '1.609 Meter', '2.500 Meter'],
        why: '1.852 Meter – das entspricht etwa einer Bogenminute auf einem Längenkreis. 1.609 Meter hat die Meile an Land.',
      },
      {
        text: 'Was misst man in Knoten?',
        answers: ['Die Geschwindigkeit', 'Die Wassertiefe', 'Die Länge der Leinen', 'Die Ladung'],
        why: 'Ein Knoten ist eine Seemeile in der Stunde. Früher zählte man dafür die Knoten einer ablaufenden Leine.',
      },
      {
        text: 'Was wird in TEU gezählt?',
        picture: 'hafen-hafenrode-tag',
        answers: ['Container', 'Tonnen Erdöl', 'Besatzungsmitglieder', 'Windstärken'],
        why: 'TEU steht für „Twenty-foot Equivalent Unit“: ein Standardcontainer von zwanzig Fuß Länge.',
      },
      {
        text: 'Welcher Kanal verbindet Brunsbüttel mit Kiel?',
        answers: ['Der Nord-Ostsee-Kanal', 'Der Mittellandkanal', 'Der Elbe-Lübeck-Kanal', 'Der Dortmund-Ems-Kanal'],
        why: 'Er wurde 1895 eröffnet, ist knapp 99 Kilometer lang und spart den Weg um Skagen.',
      },
      {
        text: 'Was ist der Tidenhub?',
        answers: [
          'Der Höhenunterschied zwischen Hoch- und Niedrigwasser',
          'Die Kraft eines Hafenkrans',
          'Die Zeit zwischen zwei Fluten',
          'Das Anheben eines Schiffes in der Schleuse',
        ],
        why: 'An der deutschen Nordseeküste sind es meist zwei bis knapp vier Meter, an der Ostsee nur wenige Zentimeter.',
      },
      {
        text: 'Wodurch entstehen Ebbe und Flut vor allem?',
        answers: [
          'Durch die Anziehungskraft des Mondes',
          'Durch den Wind',
          'Durch die Erwärmung am Tag',
          'Durch die Flüsse',
        ],
        why: 'Mond und, etwas schwächer, Sonne ziehen das Wasser an; dazu kommt die Fliehkraft der sich drehenden Erde mit ihrem Begleiter.',
      },
      {
        text: 'Wann kommt es zu einer Springtide?',
        picture: 'leuchtturm-nacht',
        answers: ['Bei Voll- und Neumond', 'Bei Halbmond', 'Nur im Frühling', 'Bei Windstille'],
        why: 'Dann stehen Sonne, Erde und Mond in einer Linie, und ihre Kräfte wirken zusammen.',
      },
      {
        text: 'Welcher Hafen ist der größte Seehafen Deutschlands?',
        answers: ['Hamburg', 'Rostock', 'Emden', 'Kiel'],
        why: 'Hamburg, gut hundert Kilometer landeinwärts an der Elbe gelegen.',
      },
      {
        text: 'Was ist die „Nordseekrabbe“ im Brötchen zoologisch?',
        picture: 'fischerboote-morgen',
        answers: ['Eine Garnele', 'Eine Krabbe', 'Ein Krebs mit Scheren', 'Eine Muschel'],
        why: 'Crangon crangon ist eine Garnele. Echte Krabben laufen seitwärts und tragen den Hinterleib untergeschlagen.',
      },
    ],
  },
  {
    slug: 'wald-feld-streuobst',
    title: 'Wald, Feld, Streuobst: Zehn Fragen für draußen',
    teaser: 'Wer wirft im Winter die Nadeln ab, und wer klappert da auf dem Dach? Ein Quiz für Spaziergänger.',
    picture: 'obstwiese-herbst',
    section: 'wissen',
    hoursAgo: 52,
    publications: ['ht', 'ak'],
    questions: [
      {
        text: 'Welcher Nadelbaum wirft im Herbst seine Nadeln ab?',
        picture: 'waldweg-herbst',
        answers: ['Die Lärche', 'Die Fichte', 'Die Kiefer', 'Die Weißtanne'],
        why: 'Die Nadeln der Lärche färben sich goldgelb und fallen, im Frühjahr treiben sie neu aus.',
      },
      {
        text: 'Wie heißen die Jungen der Wildschweine?',
        answers: ['Frischlinge', 'Kitze', 'Welpen', 'Überläufer'],
        why: 'Frischlinge tragen Streifen. Im zweiten Lebensjahr heißen sie dann Überläufer.',
      },
      {
        text: 'Welcher Vogel legt seine Eier in fremde Nester?',
        answers: ['Der Kuckuck', 'Der Eichelhäher', 'Der Buntspecht', 'Die Amsel'],
        why: 'Das Kuckucksküken wirft die Eier seiner Zieheltern aus dem Nest und wird allein großgefüttert.',
      },
      {
        text: 'Was frisst ein Igel am liebsten?',
        picture: 'igel-laub',
        answers: ['Käfer und andere Insekten', 'Äpfel', 'Milch', 'Wurzeln'],
        why: 'Laufkäfer, Larven und Regenwürmer. Milch verträgt er nicht, und Obst frisst er höchstens nebenbei.',
      },
      {
        text: 'Wie viele Beine hat eine Honigbiene?',
        picture: 'bienenwiese',
        answers: ['Sechs', 'Vier', 'Acht', 'Zehn'],
        why: 'Sechs, wie alle Insekten. Acht hätte eine Spinne.',
      },
      {
        text: 'Woran lässt sich das Alter eines gefällten Baumes ablesen?',
        answers: ['An den Jahresringen', 'An der Dicke der Rinde', 'An der Zahl der Äste', 'An der Länge der Wurzeln'],
        why: 'Jedes Jahr kommt ein Ring dazu: helles Frühholz, dunkles Spätholz.',
      },
      {
        text: 'Was kennzeichnet eine Streuobstwiese?',
        answers: [
          'Hochstämmige Obstbäume stehen verstreut im Grünland',
          'Die Bäume stehen in engen Reihen am Draht',
          'Es wächst nur eine einzige Sorte',
          'Sie wird im Winter mit Stroh abgedeckt',
        ],
        why: 'Verschieden alte Hochstämme verschiedener Sorten, darunter Wiese: Das macht sie zum Lebensraum für Tausende Arten.',
      },
      {
        text: 'Welcher dieser Pilze ist tödlich giftig?',
        picture: 'wald-nebel',
        answers: ['Der Grüne Knollenblätterpilz', 'Der Steinpilz', 'Der Pfifferling', 'Die Marone'],
        why: 'Er ist für die meisten tödlichen Pilzvergiftungen verantwortlich. Im Zweifel hilft die Pilzberatung, nie eine App allein.',
      },
      {
        text: 'Wie verständigen sich Weißstörche vor allem?',
        picture: 'storch-nest',
        answers: ['Sie klappern mit dem Schnabel', 'Sie singen', 'Sie pfeifen', 'Sie trommeln an Stämme'],
        why: 'Die Stimme des Storchs ist nur ein Zischen; deshalb auch „Klapperstorch“.',
      },
      {
        text: 'Aus welchem Getreide wird Pumpernickel gebacken?',
        answers: ['Roggen', 'Weizen', 'Hafer', 'Mais'],
        why: 'Aus Roggenschrot, bei niedriger Temperatur mindestens sechzehn Stunden lang.',
      },
    ],
  },
  {
    slug: 'einmal-quer-durch-deutschland',
    title: 'Einmal quer durch Deutschland',
    teaser: 'Berge, Seen, Gesetze: zehn Fragen, die in der Schule drankamen. Was ist geblieben?',
    picture: 'regionalzug-herbst',
    section: 'politik/deutschland',
    hoursAgo: 76,
    publications: ['ak', 'fb', 'ht', 'la'],
    questions: [
      {
        text: 'Wie viele Länder hat die Bundesrepublik?',
        answers: ['16', '11', '15', '18'],
        why: 'Seit der Einheit 1990 sind es sechzehn; vorher waren es, Berlin mitgezählt, elf.',
      },
      {
        text: 'Welcher Fluss fließt durch Dresden, Magdeburg und Hamburg?',
        answers: ['Die Elbe', 'Die Weser', 'Die Oder', 'Die Saale'],
        why: 'Sie entspringt im tschechischen Riesengebirge und mündet bei Cuxhaven in die Nordsee.',
      },
      {
        text: 'Wie heißt der höchste Berg Deutschlands?',
        answers: ['Zugspitze', 'Watzmann', 'Brocken', 'Feldberg'],
        why: 'Die Zugspitze ist 2.962 Meter hoch. Der Watzmann ist gut zweihundert Meter niedriger.',
      },
      {
        text: 'Welches Land hat die kleinste Fläche?',
        answers: ['Bremen', 'Das Saarland', 'Hamburg', 'Berlin'],
        why: 'Rund 420 Quadratkilometer, Bremerhaven eingeschlossen.',
      },
      {
        text: 'In welcher Stadt wurde 2005 die wieder aufgebaute Frauenkirche geweiht?',
        answers: ['Dresden', 'München', 'Leipzig', 'Nürnberg'],
        why: 'Sechzig Jahre lang war sie eine Ruine; am 30. Oktober 2005 wurde sie geweiht.',
      },
      {
        text: 'Durch welches Organ wirken die Länder an der Gesetzgebung des Bundes mit?',
        picture: 'wahlurne',
        answers: [
          'Durch den Bundesrat',
          'Durch den Bundestag',
          'Durch die Bundesversammlung',
          'Durch das Bundeskabinett',
        ],
        why: 'So steht es in Artikel 50 des Grundgesetzes.',
      },
      {
        text: 'Welche Insel ist die größte Deutschlands?',
        answers: ['Rügen', 'Sylt', 'Fehmarn', 'Usedom'],
        why: 'Rügen hat gut 920 Quadratkilometer und ist damit mehr als doppelt so groß wie der deutsche Teil Usedoms.',
      },
      {
        text: 'In welchem Jahr trat das Grundgesetz in Kraft?',
        picture: 'justitia-waage',
        answers: ['1949', '1945', '1955', '1990'],
        why: 'Verkündet wurde es am 23. Mai 1949, es galt mit Ablauf dieses Tages.',
      },
      {
        text: 'Welcher See ist der größte, der ganz in Deutschland liegt?',
        picture: 'tannsee-morgen',
        answers: ['Die Müritz', 'Der Bodensee', 'Der Chiemsee', 'Das Steinhuder Meer'],
        why: 'Der Bodensee ist größer, gehört aber auch zu Österreich und der Schweiz.',
      },
      {
        text: 'Wo hat das Bundesverfassungsgericht seinen Sitz?',
        answers: ['In Karlsruhe', 'In Berlin', 'In Bonn', 'In Leipzig'],
        why: 'In Karlsruhe, wie auch der Bundesgerichtshof. In Leipzig sitzt das Bundesverwaltungsgericht.',
      },
    ],
  },
]
