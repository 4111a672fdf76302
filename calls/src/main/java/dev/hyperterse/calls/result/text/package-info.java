/**
 * Texts in the JSON of results: how they are escaped and cut, and how a model sees invisible characters and the words of
 * strangers. Neither rows nor content is known here.
 */
package dev.hyperterse.calls.result.text;
