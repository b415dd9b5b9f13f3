/**
 * Words of five letters that may be guessed, beside those of the list the build brings (`web/word-list`): written by hand, because
 * that list is made by a machine and has gaps.
 */
export const MORE_WORDS: readonly string[] = `
abbau abruf abtei abzug alarm album alpen ampel amsel amten amtes anbau anmut anruf anzug apfel april arena armee armut aroma atlas
atome auffe bagel bahre balsa bande bangt barke basar bauch bauer bazar beere beine beize belag beleg beruf besen beuge beule biene
biest birke birne bison bisse blase blatt blech blitz block blues blume bluse blute blüte bohne bombe boote borke boxer brett brief
brise brote bruch brust brühe buche busch bäche bäder bälle bände bären bäume böden bögen bügel bühne bürde chips chöre clown couch
curry dachs damen dampf datum daune decke degen deich depot diebe diele docht dogma dolch dorfe dosen dosis draht dreck duell duett
durst dübel düfte dünen edler eifer elfte erbse erlös esche essig etage ethik eulen euros event fabel fahne falke falte fango farbe
farne fasan faser faust fazit feder fehde feier feind felde felge felle ferse feuer fibel fiber figur firma fjord flair flaum fleck
fleiß flora fluch fluss flöge flöhe flöte flöße flüge forst fried frist frost fuchs fuder fugen funke fäden fänge färse füßen gabel
galle gasse gebet geige genom genus gerte geste gicht gilde gleis glied gosse grase graus greis grill grube gruft gruss größe gummi
gurke gurte gänge gänse güter hacke hafen hafer hagel hahne halle halma halme hanse harfe harke hasel haube haupt hecke hefte heide
helme henne herde heuen hindu hirse hirte hobby hobel honig horde hosen hotel humor husch husky häfen härte häute hörer hügel hülle
hülse hüter hütte iltis imker jacke jeans jodel joker junta juwel jäger jäten kabel kader kajak kakao kakis kamel kamin kanal kante
karat karge karre kasse katze kebab kegel kehle keile kelch kerne kerze keule kieme klage kleid klima klops knabe knall knick knopf
koala kobra kohle kokos kolik komet komma konto kopie korbe krach kranz kraus krimi krone krume kräne kunde kurse kurve käfer käfig
kälte kämme köche köpfe körbe küken küsse küste lager lahme lampe lanze larve lasso lauch leder leier linie linse liter lobby logik
logos loipe lotse lotto lotus luchs lunge lupen luxus löhne löwen lücke lüfte magen magie maler manko mappe marke markt maske masse
mauer meile meise meter miene milbe milch minze molke monat moose moped mopps motiv motor motte mulde mumie mäuse möbel möhre möwen
mühle münze mütze nabel nadel nagel nahme narbe nasen neffe netze niere nixen notiz nudel nägel nässe nüsse oasen obhut oboen ofens
olive onkel opern opium optik orgel orkan ozean paare paket palme panda panik papst pasch pasta patch patin patio pause pedal pegel
perle pfade pfahl pfand pfeil pflug pfote piano pille pilot pilze pirat pixel pizza plage pokal poker polen polle porto posse prise
prosa psalm pudel puder pumpe puppe qualm quark quarz quell quirl quote radar radau rampe ratte raupe raute reben regal regne reihe
reste rinde rodeo rosen route rubin rudel ruine runen räder röcke röhre rösti sahne salat salbe saldo salon salto salze samba samen
schaf schub schuh segel seide seife seile sekte senat senke siebe silbe sitte skala socke sofas sohle solei sonde sorte spatz speer
spieß spion spule späne stall stamm steak stich stiel stift stirn stube stuck stuhl sturm stute stäbe stöße summe sumpf suppe sushi
säfte sägen säule söhne süden tacho tadel tafel takte tango tanne tante tapas taxis teich tempo tenne tenor theke thron tiger tinte
toast tonne topas torso trafo trakt tross trost truhe träne tulpe typen täler tänze töpfe türen ufern uhren ulmen umweg umzug unart
unfug unmut urahn varia vasen venen verse villa viola virus visum vlies vogel votum väter waben walde walze wanne wanze wasen watte
weber weide welle welpe weser weste wicke winde witwe wogen wolke wonne wucht wunde wurst wärme wölfe würfe würze xenon yacht yetis
zahme zange zebra zeche zeder zehen zeile zelle zelte ziege zinke zinne zitat zobel zotte zucht zunge zweck zweig zwerg zwist zähne
zäune zöpfe zügel
`
  .trim()
  .split(/\s+/)
