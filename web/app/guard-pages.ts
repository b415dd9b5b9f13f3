/**
 * The pages of the guards that answer by a script: one static script each, so that the policy can name it by its hash;
 * what differs from reader to reader (the code of a mail, the bridge of an app) the script finds in the browser.
 */
import { escapeHtml } from './html.ts'
import { guardTexts } from './messages/routing/guards.ts'

export type GuardPageName = 'native-login' | 'close-dialog' | 'change-password'

export type GuardPage = { html: string; script: string }

/** Asks the shell for its login (S1-05, S2.2-03). A Flutter shell may put its bridge there late; without one the web dialog opens. */
const NATIVE_LOGIN = `(function(){var w=window,m={type:'login'},sent=false;
function send(){if(sent)return true;if(w.flutter_inappwebview&&w.flutter_inappwebview.callHandler){sent=true;w.flutter_inappwebview.callHandler('NativeApp',m)}else if(w.NativeApp){sent=true;w.NativeApp.postMessage(JSON.stringify(m))}return sent}
if(!send()){w.addEventListener('flutterInAppWebViewPlatformReady',send);setTimeout(function(){if(!send())location.replace('/#login')},1000)}})()`

/** The overlay around the frame closes (S2.2-02); it believes this origin only. */
const CLOSE_DIALOG = `if(parent!==window)parent.postMessage({type:'dialog-close'},location.origin)`

/** The code leaves the address before any other page is loaded (S2.2-08). */
const CHANGE_PASSWORD = `try{sessionStorage.setItem('changePasswordCode',decodeURIComponent(location.pathname.split('/').pop()))}catch(error){}location.replace('/#change-password')`

const PAGES: Readonly<Record<GuardPageName, { script: string; title: string; body: string }>> = {
  'native-login': {
    script: NATIVE_LOGIN,
    title: guardTexts.loginTitle,
    body: `<p>${escapeHtml(guardTexts.loginText)}</p><p><a href="/#login">${escapeHtml(guardTexts.loginLink)}</a></p>`,
  },
  'close-dialog': {
    script: CLOSE_DIALOG,
    title: guardTexts.closeTitle,
    body: `<p>${escapeHtml(guardTexts.closeText)}</p>`,
  },
  'change-password': {
    script: CHANGE_PASSWORD,
    title: guardTexts.passwordTitle,
    body: `<noscript><p>${escapeHtml(guardTexts.passwordText)}</p></noscript>`,
  },
}

export function toGuardPage(name: GuardPageName): GuardPage {
  const { script, title, body } = PAGES[name]
  const html = `<!doctype html>
<html lang="de" dir="ltr" data-route="guard" data-guard="${name}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main><h1>${escapeHtml(title)}</h1>${body}</main>
<script>${script}</script>
</body>
</html>`
  return { html, script }
}
