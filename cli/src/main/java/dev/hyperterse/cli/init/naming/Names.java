package dev.hyperterse.cli.init.naming;

import java.util.regex.Pattern;

/** Names that are made of those of columns. */
public final class Names {
    private static final Pattern KEY = Pattern.compile("(?i)(?<=[a-z0-9])(_?id|_no|_nr|_key|_code|_ref|_fk)$");

    private static final Pattern CODE = Pattern.compile("(?i).*(id|no|nr|number|code|year)");

    private Names() {}

    /** Whether a number of this name is one that something is called by, and no amount. */
    public static boolean isCode(String plain) {
        return CODE.matcher(plain).matches();
    }

    /** {@code customer} for {@code customer_id}, {@code CustomerId}; the same where it says nothing of a key. */
    public static String withoutKey(String plain) {
        return KEY.matcher(plain).replaceFirst("");
    }
}
