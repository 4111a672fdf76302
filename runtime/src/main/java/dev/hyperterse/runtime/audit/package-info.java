/**
 * Records of calls: caller, definition and outcome, one line of JSON each. The content of a record is decided here, the
 * time of writing by the code that runs calls.
 */
package dev.hyperterse.runtime.audit;
