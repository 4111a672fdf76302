/**
 * Records of calls: caller, definition and outcome, one line of JSON each. This package defines the content of a
 * record; the code that runs calls decides when it is written.
 */
package dev.hyperterse.runtime.audit;
