/** The photographs shipped with the demo, each with author, licence and the package it came from. */

export type Photo = {
  key: string
  file: string
  width: number
  height: number
  colour: string
  altText: string
  author: string
  licence: string
  licenceUrl: string
  source: string
}

export const PHOTOS: readonly Photo[] = [
  {
    key: 'foto-bergwald-herbst',
    file: 'bergwald-herbst.jpg',
    width: 1600,
    height: 1065,
    colour: '#878e77',
    altText: 'Herbstlich gefärbter Wald unter einem Bergrücken, davor eine Weide',
    author: 'Aitzol Berasategi',
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/deed.de',
    source: 'Debian lomiri-wallpapers-16.04 20.04.0-2, share/backgrounds/aitzgorri_by_Aitzol_Berasategi.jpg',
  },
  {
    key: 'foto-bach-im-wald',
    file: 'bach-im-wald.jpg',
    width: 1600,
    height: 1065,
    colour: '#62675a',
    altText: 'Ein Bach fließt über Felsstufen durch einen Wald',
    author: 'Aitzol Berasategi',
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/deed.de',
    source: 'Debian lomiri-wallpapers-16.04 20.04.0-2, share/backgrounds/life_by_Aitzol_Berasategi.jpg',
  },
  {
    key: 'foto-ahornblatt-herbst',
    file: 'ahornblatt-herbst.jpg',
    width: 1600,
    height: 1000,
    colour: '#9e6739',
    altText: 'Ein Ahornblatt liegt zwischen goldenem Herbstlaub',
    author: 'Martin Klapetek',
    licence: 'LGPL 3.0',
    licenceUrl: 'https://www.gnu.org/licenses/lgpl-3.0.html',
    source: 'Debian plasma-workspace-wallpapers 5.27.5-2, FallenLeaf/images/2560x1600.jpg',
  },
  {
    key: 'foto-waldpfad-fichten',
    file: 'waldpfad-fichten.jpg',
    width: 1600,
    height: 1000,
    colour: '#1f2e1d',
    altText: 'Ein schmaler Pfad führt durch dunklen Fichtenwald',
    author: 'Risto Saukonpää',
    licence: 'LGPL 3.0',
    licenceUrl: 'https://www.gnu.org/licenses/lgpl-3.0.html',
    source: 'Debian plasma-workspace-wallpapers 5.27.5-2, Path/images/2560x1600.jpg',
  },
  {
    key: 'foto-blaue-stunde-see',
    file: 'blaue-stunde-see.jpg',
    width: 1600,
    height: 1000,
    colour: '#2f4f76',
    altText: 'Ein See in tiefem Blau kurz vor der Dunkelheit',
    author: 'Risto Saukonpää',
    licence: 'LGPL 3.0',
    licenceUrl: 'https://www.gnu.org/licenses/lgpl-3.0.html',
    source: 'Debian plasma-workspace-wallpapers 5.27.5-2, DarkestHour/images/2560x1600.jpg',
  },
  {
    key: 'foto-steg-nebel',
    file: 'steg-nebel.jpg',
    width: 1600,
    height: 1000,
    colour: '#7f7f7f',
    altText: 'Ein Holzsteg führt in den Nebel über einem stillen See',
    author: 'Risto Saukonpää',
    licence: 'LGPL 3.0',
    licenceUrl: 'https://www.gnu.org/licenses/lgpl-3.0.html',
    source: 'Debian plasma-workspace-wallpapers 5.27.5-2, ColdRipple/images/2560x1600.jpg',
  },
]
