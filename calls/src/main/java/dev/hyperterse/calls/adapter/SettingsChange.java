package dev.hyperterse.calls.adapter;

/**
 * The effect of a change of an adapter's settings on its calls; of several, the first listed one applies. A change of
 * the address is not among them: it makes another adapter.
 */
enum SettingsChange {
    /**
     * Another role, other privileges, a stricter or another trust: no call begins on the old connections, even if the
     * new ones do not work.
     */
    SECURITY,
    /** Another password or client certificate: the old connections serve until the new ones work. */
    CREDENTIALS,
    /** Limits and timeouts, or a laxer encryption: as for credentials. */
    TUNING,
    NONE;

    static SettingsChange between(AdapterSettings<?> before, AdapterSettings<?> after) {
        if (before.equals(after)) {
            return NONE;
        }
        if (before.adapter().access() != after.adapter().access()
                || !before.trust().admits(after.trust())) {
            return SECURITY;
        }
        return before.credentials().equals(after.credentials()) ? TUNING : CREDENTIALS;
    }
}
