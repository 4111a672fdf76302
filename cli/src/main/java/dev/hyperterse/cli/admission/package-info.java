/**
 * What an API server would say of a manifest: of our kinds by {@code compiler.admission}, in the words of authors, which
 * {@code advice} has; and of the kinds of Kubernetes that are read beside them.
 */
package dev.hyperterse.cli.admission;
