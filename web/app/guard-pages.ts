/**
 * Pages of guards that answer with a script: one static script each, so that the policy can name its hash. Values that
 * differ by reader (the code of a mail, the bridge of an app) are read in the browser.
 */
import { escapeHtml } from './html.ts'
import { guardTexts } from './messages/routing/guards.ts'

export type GuardPageName = 'native-login' | 'close-dialog' | 'change-password'

export type GuardPage = { html: string; script: string }

/**
 * Asks the native shell for its login (S1-05, S2.2-03). A Flutter shell may add its bridge late; without one the web
 * dialog opens.
 */
const NATIVE_LOGIN = `(function(){var w=window,m={type:'login'},sent=false;
function send(){if(sent)return true;if(w.flutter_inappwebview&&w.flutter_inappwebview.callHandler){sent=true;w.flutter_inappwebview.callHandler('NativeApp',m)}else if(w.NativeApp){sent=true;w.NativeApp.postMessage(JSON.stringify(m))}return sent}
if(!send()){w.addEventListener('flutterInAppWebViewPlatformReady',send);setTimeout(function(){if(!send())location.replace('/#login')},1000)}})()`

/** Closes the dialog around the frame (S2.2-02), which accepts messages of this origin only. */
const CLOSE_DIALOG = `if(parent!==window)parent.postMessage({type:'dialog-close'},location.origin)`

/** Moves the code out of the address before another page is loaded (S2.2-08). */
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
