/** Fields of our kinds as {@code kubectl explain} shows them, from the committed CRDs. Reads no manifest and no cluster. */
package dev.hyperterse.cli.explain;
