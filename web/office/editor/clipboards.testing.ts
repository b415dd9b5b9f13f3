/** Clipboard contents of several programs, made by hand in their shape. */

/** Word for Windows: paragraphs with `mso-list`, conditional comments, empty paragraphs of the office namespace. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- @list l0 {mso-list-id:1;} p.MsoNormal {margin:0cm; font-size:11.0pt;} --></style></head>
<body lang=DE style='tab-interval:35.4pt'>
<!--StartFragment-->
<h1><span style='mso-fareast-font-family:"Times New Roman"'>Der Deich h&auml;lt<o:p></o:p></span></h1>
<p class=MsoNormal>Das Amt hat den <b style='mso-bidi-font-weight:normal'>Deich</b> am <i>Dienstag</i>
gepr&uuml;ft, sagt <a href="https://amt.example/bericht?a=1&amp;b=2"><span style='color:#0563C1'>der Bericht</span></a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pumpen<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>die <b>gro&szlig;e</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>S&auml;cke<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>messen<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>4.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>melden<o:p></o:p></p>
<h2>Die Zahlen</h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <thead><tr style='mso-yfti-irow:0'><td width=201 valign=top style='width:150.0pt'><p class=MsoNormal><b>Ort<o:p></o:p></b></p></td><td width=201><p class=MsoNormal><b>Pegel<o:p></o:p></b></p></td></tr></thead>
 <tr style='mso-yfti-irow:1'><td><p class=MsoNormal>Tannau<o:p></o:p></p></td><td><p class=MsoNormal>4,2 m<sup>3</sup><o:p></o:p></p></td></tr>
</table>
<p class=MsoQuote>Wir sind bereit.<o:p></o:p></p>
<!--EndFragment-->
</body></html>`

/** Word in the browser: each entry is a list of its own. */
export const WORD_ONLINE = `<div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun" style="font-weight:bold"><span class="NormalTextRun">Fett</span></span><span class="EOP">&nbsp;</span></p></div>
<div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li role="listitem" data-aria-level="1" data-listid="7"><p class="Paragraph"><span>eins</span></p></li></ul></div>
<div class="ListContainerWrapper"><ul class="BulletListStyle2" role="list"><li role="listitem" data-aria-level="2" data-listid="7"><p class="Paragraph"><span>innen</span></p></li></ul></div>
<div class="ListContainerWrapper"><ul class="BulletListStyle1" role="list"><li role="listitem" data-aria-level="1" data-listid="7"><p class="Paragraph"><span>zwei</span></p></li></ul></div>`

/** Google Docs: one `b` around everything, emphasis as style, nested lists beside their entry, links through its redirect. */
export const GOOGLE = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1b2c3d4e">
<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;font-weight:400;">Erster Teil</span></h1>
<h2 dir="ltr"><span style="font-weight:400;">Darunter</span></h2>
<h1 dir="ltr"><span style="font-weight:400;">Zweiter Teil</span></h1>
<p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;">Ein </span><span style="font-weight:700;font-style:normal;">fettes</span><span style="font-weight:400;font-style:italic;"> und schräges</span><span style="font-weight:400;"> Wort, </span><span style="font-weight:400;text-decoration:line-through;-webkit-text-decoration-skip:none;">weg</span><span style="font-size:0.6em;vertical-align:super;">2</span><a href="https://www.google.com/url?q=https://hafenrode.example/a?b%3Dc&amp;sa=D&amp;ust=1" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;font-weight:400;">Link</span></a></p>
<ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">eins</span></p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">innen</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:700;">zwei</span></p></li></ul>
<div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="padding:5pt;"><p dir="ltr"><span style="font-weight:700;">Jahr</span></p></td><td><p dir="ltr"><span style="font-weight:700;">Zahl</span></p></td></tr><tr><td><p dir="ltr"><span style="font-weight:400;">2025</span></p></td><td><p dir="ltr"><span style="font-weight:400;">12</span></p></td></tr></tbody></table></div>
<br /></b><br class="Apple-interchange-newline">`

/** LibreOffice Writer: old HTML with `font`, lists with paragraphs, a head of `th`. */
export const LIBRE_OFFICE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 25.2 (Linux)"/><style type="text/css">@page { margin: 2cm } p { line-height: 115% }</style></head>
<body lang="de-DE" dir="ltr"><h3 class="western">Kleiner Titel</h3>
<p style="line-height: 100%"><font face="Liberation Serif, serif"><font size="3">Ein <b>fettes</b>, <i>schr&auml;ges</i> und <strike>falsches</strike> Wort,<br/>
n&auml;chste Zeile H<sub>2</sub>O</font></font></p>
<ol start="2"><li><p>zwei</p><ul><li><p>innen</p></li></ul></li><li><p>drei</p></li></ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/><thead><tr valign="top"><th width="50%"><p>Kopf</p></th><th><p>Zwei</p></th></tr></thead><tbody><tr valign="top"><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>
<blockquote>Gesagt ist gesagt.</blockquote></body></html>`

/** A spreadsheet. */
export const SHEET = `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr><td colspan="2">Summe</td></tr><tr><td rowspan="2">A</td><td>1</td></tr><tr><td>2</td></tr></tbody></table></google-sheets-html-origin>`

export const HOSTILE = `<p onclick="alert(1)">a<img src=x onerror="window.hit = 1"><script>window.hit = 2</script><style>p { color: red }</style>
<a href="javascript:alert(1)">b</a> <a href=" java&#10;script:alert(1)">c</a> <a href="data:text/html,x">d</a> <a href="file:///c:/x">e</a> <a href="/lokales">f</a></p>
<iframe srcdoc="<p>x</p>"></iframe><svg><script>window.hit = 3</script></svg><object data="x"></object>
<form action="https://böse.example"><input value="x"><button>y</button></form><p style="display:none">versteckt</p><template><p>z</p></template>`
