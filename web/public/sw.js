// The service worker of the page.
importScripts("/sw-push.js");
