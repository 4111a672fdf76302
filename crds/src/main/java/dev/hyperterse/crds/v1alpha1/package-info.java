/**
 * The API {@code hyperterse.dev/v1alpha1} as Java records. Shapes and their documentation only: no defaults below a
 * list, no behaviour, no reading of other objects.
 */
package dev.hyperterse.crds.v1alpha1;
