/** The program that writes the CRDs and the reference of the API from the records, and the tests of what it writes. */
package dev.hyperterse.crds.schema;
