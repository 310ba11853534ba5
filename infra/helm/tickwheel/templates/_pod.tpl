{{- define "tickwheel.labels" -}}
app.kubernetes.io/name: tickwheel
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "tickwheel.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "tickwheel.env" -}}
{{- range $name, $value := merge (dict) (.own | default dict) .root.Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- if eq (.name | default "") "housekeeping" }}
- {name: TICKWHEEL_ARCHIVE_STORE, value: {{ .root.Values.archive.store | default "/archive" | quote }}}
{{- end }}
{{- range list "SCHEDULER" "WORKER" "WATCH" }}
- {name: TICKWHEEL_{{ . }}_INSTANCE_ID, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
{{- end }}
{{- end }}

{{- define "tickwheel.envFrom" -}}
- secretRef: {name: {{ .root.Values.existingSecret }}}
{{- with .existingSecret }}
- secretRef: {name: {{ . }}}
{{- end }}
{{- end }}

{{- define "tickwheel.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- /* The volume of the archive; empty where it is kept in an object store. */}}
{{- define "tickwheel.archiveClaim" -}}
{{- if not .Values.archive.store }}{{ .Values.archive.existingClaim | default (printf "%s-archive" .Release.Name) }}{{ end }}
{{- end }}
