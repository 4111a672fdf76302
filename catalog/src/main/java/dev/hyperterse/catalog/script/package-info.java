/**
 * Scripts as replicas run them: JavaScript, and the way from its positions back to the text of the author. Runs nothing.
 */
package dev.hyperterse.catalog.script;
