/** The texts of prompts, one record for each message, and the files of skills. Nothing that runs. */
package dev.hyperterse.crds.v1alpha1.content;
