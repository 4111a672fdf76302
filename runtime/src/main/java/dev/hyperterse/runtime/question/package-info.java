/**
 * What a call may ask its client: the forms, messages and lists of MCP, checked before they are sent, and the answers,
 * checked before anything reads them. Knows no session and no stream.
 */
package dev.hyperterse.runtime.question;
