package dev.hyperterse.cli.admission;

import java.util.regex.Pattern;

/** Passwords in addresses, which are quoted most often when they are written wrongly. */
final class Credentials {
    /** Everything from the first colon that does not end a scheme to the last @, whatever stands between. */
    private static final Pattern USER_INFORMATION = Pattern.compile(":(?!//).*@", Pattern.DOTALL);

    private static final Pattern PARAMETER =
            Pattern.compile("(?<name>pass(?:word|wd)?|pwd|secret|token|key)=[^&;\\s]*", Pattern.CASE_INSENSITIVE);

    private Credentials() {}

    static String masked(String address) {
        var anonymous = USER_INFORMATION.matcher(address).replaceFirst(":***@");
        return PARAMETER.matcher(anonymous).replaceAll("${name}=***");
    }
}
