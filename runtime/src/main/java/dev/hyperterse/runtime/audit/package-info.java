/**
 * Records of calls: who called what, with which outcome, one line of JSON each. What is in a record is decided here; when one
 * is made is for those who run calls.
 */
package dev.hyperterse.runtime.audit;
