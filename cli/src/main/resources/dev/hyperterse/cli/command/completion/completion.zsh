#compdef hyperterse
# Completion of hyperterse for zsh: source <(hyperterse completion zsh)
_hyperterse() {
    local options='' directive='' line
    local -a commands found
    if ((CURRENT == 2)); then
        commands=(
            @COMMANDS@
        )
        _describe -t commands command commands
        return
    fi
    case ${words[CURRENT]} in
        -*)
            case ${words[2]} in
@OPTIONS@
            esac
            compadd -- ${(s: :)options}
            return
            ;;
    esac
    for line in "${(@f)$("${(Q)words[1]}" __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)}"; do
        case $line in
            '') ;;
            :*) directive=$line ;;
            *) found+=("$line") ;;
        esac
    done
    # What ends with one of these goes on. Zsh quotes what it inserts.
    compadd -S '' -- ${(M)found:#*[=/]}
    compadd -- ${found:#*[=/]}
    case $directive in
        :directories) _files -/ ;;
        :files) _files ;;
    esac
}
if [ "${funcstack[1]}" = _hyperterse ]; then
    _hyperterse "$@"
else
    compdef _hyperterse hyperterse
fi
