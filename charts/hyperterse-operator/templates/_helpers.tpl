{{- define "hyperterse-operator.labels" -}}
app.kubernetes.io/name: hyperterse-operator
app.kubernetes.io/part-of: hyperterse
app.kubernetes.io/version: {{ .Chart.AppVersion }}
{{- end }}

{{- define "hyperterse-operator.selector" -}}
app.kubernetes.io/name: hyperterse-operator
{{- end }}

{{- define "hyperterse-operator.image" -}}
{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* With its tag beside a digest: the operator tells the version of the runtime by the tag. */ -}}
{{- define "hyperterse-operator.runtimeImage" -}}
{{ .Values.runtimeImage.repository }}:{{ .Values.runtimeImage.tag | default .Chart.AppVersion }}
{{- with .Values.runtimeImage.digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* A JSON list in {"names": ...}: what the operator reads; empty for all namespaces. */ -}}
{{- define "hyperterse-operator.scope" -}}
{{- if eq .Values.scope "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else if eq .Values.scope "Namespaces" }}{{ dict "names" .Values.namespaces | toJson }}
{{- else }}{{ dict "names" list | toJson }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.gateways" -}}
{{- if eq .Values.scope "Release" }}{{ dict "names" (list .Release.Namespace) | toJson }}
{{- else }}
{{- range .Values.gatewayNamespaces }}
{{- if and (eq $.Values.scope "Namespaces") (not (has . $.Values.namespaces)) }}
{{- fail (printf "gatewayNamespaces names %q, which the operator does not read: add it to namespaces" .) }}
{{- end }}
{{- end }}
{{- dict "names" .Values.gatewayNamespaces | toJson }}{{ end }}
{{- end }}

{{- define "hyperterse-operator.subjects" -}}
subjects:
  - kind: ServiceAccount
    name: hyperterse-operator
    namespace: {{ .Release.Namespace }}
{{- end }}
