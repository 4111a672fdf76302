package dev.hyperterse.compiler.admission.violation;

import java.util.regex.Pattern;

/** Finds passwords in addresses, so that messages about malformed addresses do not quote them. */
public final class AddressPasswords {
    private static final Pattern PARAMETER =
            Pattern.compile("(?<name>pass(?:word|wd)?|pwd|secret|token|key)=[^&;\\s]*", Pattern.CASE_INSENSITIVE);

    private AddressPasswords() {}

    public static String masked(String address) {
        return PARAMETER.matcher(withoutUserInformation(address)).replaceAll("${name}=***");
    }

    /**
     * Without everything from the first colon that does not end a scheme to the last @, regardless of what is between them.
     */
    private static String withoutUserInformation(String address) {
        var end = address.lastIndexOf('@');
        var colon = address.indexOf(':');
        while (colon >= 0 && address.startsWith("://", colon)) {
            colon = address.indexOf(':', colon + 1);
        }
        return colon < 0 || end < colon ? address : address.substring(0, colon) + ":***" + address.substring(end);
    }
}
