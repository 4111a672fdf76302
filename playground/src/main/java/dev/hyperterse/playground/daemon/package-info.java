/**
 * A playground in the background: the process that runs it, and the commands that start it, query it and end it. They
 * communicate by files in one folder of the user's cache; nothing is written outside of that folder.
 */
package dev.hyperterse.playground.daemon;
