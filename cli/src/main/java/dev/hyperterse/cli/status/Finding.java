package dev.hyperterse.cli.status;

/**
 * One thing that the status of an object says, or that the cluster shows.
 *
 * @param blocks whether something is not served because of it
 * @param cure what to do about it; may be empty
 */
public record Finding(boolean blocks, String cause, String cure) {
    static Finding blocking(String cause, String cure) {
        return new Finding(true, cause, cure);
    }

    static Finding note(String cause, String cure) {
        return new Finding(false, cause, cure);
    }
}
