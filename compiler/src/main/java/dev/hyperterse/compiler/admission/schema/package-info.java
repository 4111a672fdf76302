/**
 * The schemas of our CRDs, read from the committed manifests. Checks nothing.
 */
package dev.hyperterse.compiler.admission.schema;
