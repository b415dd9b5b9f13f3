/** The drawn portraits of the authors, 600 × 600 each, in `portraits/` under the authors' keys. */
export const DRAWN_PORTRAITS: readonly (readonly [author: string, colour: string, altText: string])[] = [
  ['lena-vogt', '#8fa492', 'Porträt von Lena Vogt: Frau mit blondem Bob und grünem Blazer'],
  ['jonas-brandt', '#ad9a83', 'Porträt von Jonas Brandt: Mann mit braunem Haar, kurzem Bart und blauem Hemd'],
  ['marie-kessler', '#9d9fa0', 'Porträt von Marie Kessler: Frau mit rotem, lockigem Haar und Brille'],
  ['tarek-aydin', '#9c8367', 'Porträt von Tarek Aydin: Mann mit schwarzem Haar, Vollbart und Rollkragenpullover'],
  ['susanne-hollerbach', '#a6979e', 'Porträt von Susanne Hollerbach: Frau mit kurzem grauem Haar und rotem Halstuch'],
  [
    'henrik-petersen',
    '#8d99a2',
    'Porträt von Henrik Petersen: älterer Mann mit weißem Vollbart und dunkelblauem Pullover',
  ],
  ['anja-weidlich', '#af9280', 'Porträt von Anja Weidlich: Frau mit langem braunem Haar und burgunderrotem Pullover'],
  [
    'paul-oster',
    '#aa9d86',
    'Porträt von Paul Oster: junger Mann mit dunkelblondem Haar und orangefarbenem Kapuzenpullover',
  ],
  ['ines-cordes', '#8b8e76', 'Porträt von Ines Cordes: Frau mit dunkler Haut, hochgestecktem Haar und gelber Bluse'],
  ['dieter-maurer', '#aa9d86', 'Porträt von Dieter Maurer: älterer Mann mit Glatze, Schnurrbart und Brille'],
  [
    'freya-lindqvist',
    '#8fa0a8',
    'Porträt von Freya Lindqvist: junge Frau mit hellblondem, langem Haar und Strickschal',
  ],
  ['emre-sahin', '#9f8d7e', 'Porträt von Emre Şahin: Mann mit schwarzem, welligem Haar, Brille und grauem Sakko'],
]
