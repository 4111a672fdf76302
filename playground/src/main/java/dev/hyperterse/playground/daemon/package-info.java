/**
 * A playground in the background: the process that runs it, and those who start it, ask about it and end it. They speak by
 * files in one folder of the user's cache; nothing outside of that folder is written.
 */
package dev.hyperterse.playground.daemon;
