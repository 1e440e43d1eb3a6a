// Python modules in JavaScript, written by `lumitheque.browser`; types were checked in Python.
declare module "#translated/*";
