/**
 * Says an objection of the API server to the author of a manifest: what is wrong, and what to write instead.
 */
package dev.hyperterse.cli.admission.advice;
