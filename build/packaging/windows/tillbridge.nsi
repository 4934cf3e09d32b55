; The installer for Windows, by makensis 3: per user without rights, or per machine (/ALLUSERS, for administrators).
; Silent: tillbridge-setup.exe /S [/ALLUSERS] [/LOGON] [/WAIT] [/D=folder]. /LOGON opens the till with every sign-in. /WAIT: a till that
; is open gets a minute to close (an update, which it has started itself). /D comes last, without
; quotes; or as a whole in them ("/D=C:\My till"), as PowerShell and other programs put it.
; Whatever is refused changes nothing, says why (in a window, and in %TEMP%\tillbridge-setup.log), and ends with a code of its own:
; 2 rights, 3 the till is open, 4 not written, 5 newer records of payments, 6 installed elsewhere, 7 folder too long, 8 no room,
; 9 a payment is not finished (uninstalling).
; Defined from outside: VERSION (a.b.c), PAYLOAD (folder), OUTPUT (file), ICON (file), JOURNAL (the form of the records that it
; writes), LONGEST (letters of the longest path in it), MEGABYTES (of everything in it).
; What is installed is for 64 bits only; a makensis that makes no such installers (that of nsis.sourceforge.io) makes one for 32.
!if /FileExists "${NSISDIR}/Stubs/lzma_solid-amd64-unicode"
  Target amd64-unicode
!else
  Unicode true
!endif
Name "Tillbridge ${VERSION}"
OutFile "${OUTPUT}"
RequestExecutionLevel user
SetCompressor /SOLID lzma
InstallDir ""
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tillbridge"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Tillbridge"
VIAddVersionKey "FileDescription" "Tillbridge installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
Icon "${ICON}"
UninstallIcon "${ICON}"
Var ForAll
; Settings and records of whoever installs; another folder once the start menu is everybody's.
Var Data
; How often it is looked again whether the till is open, every half second.
Var Patience

LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Spanish.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\French.nlf"
LangString OPEN ${LANG_ENGLISH} "The till is open. Close it first, then start this again. Nothing was changed."
LangString OPEN ${LANG_GERMAN} "Die Kasse ist offen. Zuerst schließen, dann erneut starten. Nichts wurde geändert."
LangString OPEN ${LANG_SPANISH} "La caja está abierta. Ciérrela primero y vuelva a empezar. No se ha cambiado nada."
LangString OPEN ${LANG_FRENCH} "La caisse est ouverte. Fermez-la d’abord, puis recommencez. Rien n’a été modifié."
LangString RIGHTS ${LANG_ENGLISH} "Installing for everybody takes an administrator. Without /ALLUSERS it is installed for you alone."
LangString RIGHTS ${LANG_GERMAN} "Für alle zu installieren braucht einen Administrator. Ohne /ALLUSERS wird nur für Sie installiert."
LangString RIGHTS ${LANG_SPANISH} "Para instalar para todos hace falta un administrador. Sin /ALLUSERS se instala solo para usted."
LangString RIGHTS ${LANG_FRENCH} "L’installation pour tous demande un administrateur. Sans /ALLUSERS, elle est pour vous seul."
LangString UNWRITTEN ${LANG_ENGLISH} "Not everything could be written into this folder, perhaps because it is read-only or another program holds files there. What was there before is as it was:"
LangString UNWRITTEN ${LANG_GERMAN} "In diesen Ordner konnte nicht alles geschrieben werden, vielleicht ist er schreibgeschützt oder ein anderes Programm hält Dateien darin. Was vorher dort war, ist wie zuvor:"
LangString UNWRITTEN ${LANG_SPANISH} "No se ha podido escribir todo en esta carpeta; quizá sea de solo lectura u otro programa tenga archivos abiertos. Lo que había sigue como estaba:"
LangString UNWRITTEN ${LANG_FRENCH} "Tout n’a pas pu être écrit dans ce dossier ; il est peut-être en lecture seule, ou un autre programme y tient des fichiers. Ce qui s’y trouvait est inchangé :"
LangString OLDER ${LANG_ENGLISH} "The records of payments were written by a newer version, which this one cannot read. Install that version or a newer one. Nothing was changed:"
LangString OLDER ${LANG_GERMAN} "Die Aufzeichnungen der Zahlungen stammen von einer neueren Version, die diese nicht lesen kann. Jene oder eine neuere installieren. Nichts wurde geändert:"
LangString OLDER ${LANG_SPANISH} "Los registros de pagos son de una versión más nueva, que esta no puede leer. Instale aquella u otra más nueva. No se ha cambiado nada:"
LangString OLDER ${LANG_FRENCH} "Les enregistrements des paiements viennent d’une version plus récente, que celle-ci ne peut pas lire. Installez cette version ou une plus récente. Rien n’a été modifié :"
LangString ELSEWHERE ${LANG_ENGLISH} "Tillbridge is installed in another folder already. Install into that one, or uninstall it first: two versions would share one till. Nothing was changed:"
LangString ELSEWHERE ${LANG_GERMAN} "Tillbridge ist schon in einem anderen Ordner installiert. Dorthin installieren oder es zuerst deinstallieren: Zwei Versionen würden sich eine Kasse teilen. Nichts wurde geändert:"
LangString ELSEWHERE ${LANG_SPANISH} "Tillbridge ya está instalado en otra carpeta. Instálelo en esa o desinstálelo antes: dos versiones compartirían una caja. No se ha cambiado nada:"
LangString ELSEWHERE ${LANG_FRENCH} "Tillbridge est déjà installé dans un autre dossier. Installez-le là, ou désinstallez-le d’abord : deux versions partageraient une caisse. Rien n’a été modifié :"
LangString LONG ${LANG_ENGLISH} "The path of this folder is too long for Windows. Choose a shorter one. Nothing was changed:"
LangString LONG ${LANG_GERMAN} "Der Pfad dieses Ordners ist für Windows zu lang. Einen kürzeren wählen. Nichts wurde geändert:"
LangString LONG ${LANG_SPANISH} "La ruta de esta carpeta es demasiado larga para Windows. Elija una más corta. No se ha cambiado nada:"
LangString LONG ${LANG_FRENCH} "Le chemin de ce dossier est trop long pour Windows. Choisissez-en un plus court. Rien n’a été modifié :"
LangString ROOM ${LANG_ENGLISH} "There is too little room on this drive. Nothing was changed. Needed (MB):"
LangString ROOM ${LANG_GERMAN} "Auf diesem Laufwerk ist zu wenig Platz. Nichts wurde geändert. Nötig (MB):"
LangString ROOM ${LANG_SPANISH} "No hay espacio suficiente en esta unidad. No se ha cambiado nada. Necesario (MB):"
LangString ROOM ${LANG_FRENCH} "Il n’y a pas assez d’espace sur ce lecteur. Rien n’a été modifié. Nécessaire (Mo) :"
LangString UNFINISHED ${LANG_ENGLISH} "A payment is not finished: it is not yet known whether the customer was charged. Open the till and let it finish, then uninstall. Nothing was changed."
LangString UNFINISHED ${LANG_GERMAN} "Eine Zahlung ist nicht abgeschlossen: Es ist noch nicht bekannt, ob der Kunde belastet wurde. Die Kasse öffnen und abschließen lassen, dann deinstallieren. Nichts wurde geändert."
LangString UNFINISHED ${LANG_SPANISH} "Hay un pago sin terminar: aún no se sabe si se ha cobrado al cliente. Abra la caja y deje que termine; después, desinstale. No se ha cambiado nada."
LangString UNFINISHED ${LANG_FRENCH} "Un paiement n’est pas terminé : on ne sait pas encore si le client a été débité. Ouvrez la caisse et laissez-la finir, puis désinstallez. Rien n’a été modifié."
LangString KEPT ${LANG_ENGLISH} "Settings and records of payments are kept:"
LangString KEPT ${LANG_GERMAN} "Einstellungen und Aufzeichnungen der Zahlungen bleiben:"
LangString KEPT ${LANG_SPANISH} "Los ajustes y los registros de pagos se conservan:"
LangString KEPT ${LANG_FRENCH} "Les réglages et les enregistrements des paiements sont conservés :"
LangString ATLOGON ${LANG_ENGLISH} "Open the till with every sign-in"
LangString ATLOGON ${LANG_GERMAN} "Die Kasse bei jeder Anmeldung öffnen"
LangString ATLOGON ${LANG_SPANISH} "Abrir la caja con cada inicio de sesión"
LangString ATLOGON ${LANG_FRENCH} "Ouvrir la caisse à chaque ouverture de session"

Page components
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro Scope
  ${If} $ForAll == 1
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
!macroend

; A silent one is read by its code, or in the file.
!macro Refuse CODE TEXT
  FileOpen $9 "$TEMP\tillbridge-setup.log" w
  FileWriteUTF16LE /BOM $9 "${TEXT}$\r$\n"
  FileClose $9
  MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
  SetErrorLevel ${CODE}
  Abort
!macroend

; A program that runs cannot be opened for writing: nothing is changed under a till that takes payments.
!macro RefuseOpen
  ${If} ${FileExists} "$INSTDIR\bin\node.exe"
    ${Do}
      ClearErrors
      FileOpen $0 "$INSTDIR\bin\node.exe" a
      ${IfNot} ${Errors}
        FileClose $0
        ${ExitDo}
      ${EndIf}
      ${If} $Patience < 1
        !insertmacro Refuse 3 "$(OPEN)"
      ${EndIf}
      IntOp $Patience $Patience - 1
      Sleep 500
    ${Loop}
  ${EndIf}
!macroend

; Another installation of the same till, of this user or of everybody.
!macro RefuseElsewhere ROOT
  ReadRegStr $0 ${ROOT} "${KEY}" "InstallLocation"
  ${If} $0 != ""
  ${AndIf} $0 != $INSTDIR
  ${AndIf} ${FileExists} "$0\bin\node.exe"
    !insertmacro Refuse 6 "$(ELSEWHERE) $0"
  ${EndIf}
!macroend

; Everything of ours at the top of the folder (nsis.mjs sees that nothing is forgotten). Who installed into a folder of theirs
; keeps what is theirs.
!macro Each DO
  !insertmacro ${DO} "bin"
  !insertmacro ${DO} "build"
  !insertmacro ${DO} "node_modules"
  !insertmacro ${DO} "legal"
  !insertmacro ${DO} "package.json"
  !insertmacro ${DO} "updates.json"
  !insertmacro ${DO} "CHANGELOG.md"
  !insertmacro ${DO} "tillbridge.cmd"
  !insertmacro ${DO} "tillbridge-till.cmd"
  !insertmacro ${DO} "tillbridge.ico"
!macroend

; What is there goes aside, what was unpacked beside it takes its place. A scanner may hold a file for a moment.
!macro Swap NAME
  ${If} $R7 == ""
    ${If} ${FileExists} "$INSTDIR\${NAME}"
      Push "$INSTDIR\${NAME}"
      Push "$INSTDIR\.old\${NAME}"
      Call Move
    ${EndIf}
    ${If} $R7 == ""
    ${AndIf} ${FileExists} "$INSTDIR\.new\${NAME}"
      Push "$INSTDIR\.new\${NAME}"
      Push "$INSTDIR\${NAME}"
      Call Move
    ${EndIf}
  ${EndIf}
!macroend
!macro Undo NAME
  ${If} ${FileExists} "$INSTDIR\.old\${NAME}"
    RMDir /r "$INSTDIR\${NAME}"
    Delete "$INSTDIR\${NAME}"
    Rename "$INSTDIR\.old\${NAME}" "$INSTDIR\${NAME}"
  ${EndIf}
!macroend
!macro Remove NAME
  RMDir /r "$INSTDIR\${NAME}"
  Delete "$INSTDIR\${NAME}"
!macroend

; From, to on the stack. $R7 has the name of what could not be moved.
Function Move
  Pop $1
  Pop $0
  StrCpy $2 0
  ${Do}
    ClearErrors
    Rename $0 $1
    ${IfNot} ${Errors}
      Return
    ${EndIf}
    Sleep 500
    IntOp $2 $2 + 1
  ${LoopUntil} $2 >= 20
  StrCpy $R7 $0
FunctionEnd

; The form of the records of payments in $0 (SQLite's user_version, four bytes from byte 60 on); 0: there are none.
Function FormOf
  StrCpy $R8 0
  ClearErrors
  FileOpen $1 $0 r
  ${If} ${Errors}
    Return
  ${EndIf}
  FileSeek $1 60
  ${For} $2 1 4
    FileReadByte $1 $3
    IntOp $R8 $R8 * 256
    IntOp $R8 $R8 + $3
  ${Next}
  FileClose $1
  ; The newest may still stand in the log beside it: what is installed says what it writes.
  ${If} $R9 > $R8
    StrCpy $R8 $R9
  ${EndIf}
FunctionEnd

; The form that the version in the folder writes, in $R9; 0: there is none, or it does not say.
Function InstalledForm
  StrCpy $R9 0
  ClearErrors
  FileOpen $1 "$INSTDIR\package.json" r
  ${If} ${Errors}
    Return
  ${EndIf}
  FileRead $1 $2
  FileClose $1
  ClearErrors
  ${WordFind2X} $2 '"journal":' ',' "E+1" $3
  ${IfNot} ${Errors}
    StrCpy $R9 $3
  ${EndIf}
FunctionEnd

!macro RefuseOlder FOLDER
  StrCpy $0 "${FOLDER}\journal.sqlite"
  Call FormOf
  ${If} $R8 > ${JOURNAL}
    !insertmacro Refuse 5 "$(OLDER) $0"
  ${EndIf}
!macroend

; Whatever stopped it, in its own words or in ours: what was there is as it was.
Function .onInstFailed
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR\.new"
  RMDir "$INSTDIR"
FunctionEnd

; Nothing is changed before all of it has said yes.
Function Judge
  !insertmacro RefuseOpen
  !insertmacro RefuseElsewhere HKCU
  !insertmacro RefuseElsewhere HKLM
  StrLen $0 $INSTDIR
  IntOp $0 $0 + ${LONGEST}
  ${If} $0 > 250
    !insertmacro Refuse 7 "$(LONG) $INSTDIR"
  ${EndIf}
  Call InstalledForm
  !insertmacro RefuseOlder $Data
  ${If} $ForAll == 1
    ${GetParent} $PROFILE $R6
    FindFirst $4 $5 "$R6\*"
    ${DoWhile} $5 != ""
      !insertmacro RefuseOlder "$R6\$5\AppData\Local\Tillbridge"
      FindNext $4 $5
    ${Loop}
    FindClose $4
  ${EndIf}
  ${GetRoot} $INSTDIR $0
  ClearErrors
  ${DriveSpace} "$0\" "/D=F /S=M" $1
  ${IfNot} ${Errors}
  ${AndIf} $1 < ${MEGABYTES}
    !insertmacro Refuse 8 "$(ROOM) ${MEGABYTES}"
  ${EndIf}
FunctionEnd

Section "Tillbridge"
  SectionIn RO
  Call Judge
  RMDir /r "$INSTDIR\.new"
  RMDir /r "$INSTDIR\.old"
  ClearErrors
  SetOutPath "$INSTDIR\.new"
  File /r "${PAYLOAD}/*"
  ${If} ${Errors}
    !insertmacro Refuse 4 "$(UNWRITTEN) $INSTDIR"
  ${EndIf}
  SetOutPath "$INSTDIR"
  CreateDirectory "$INSTDIR\.old"
  StrCpy $R7 ""
  !insertmacro Each Swap
  ${If} $R7 != ""
    !insertmacro Each Undo
    RMDir /r "$INSTDIR\.old"
    !insertmacro Refuse 4 "$(UNWRITTEN) $R7"
  ${EndIf}
  RMDir /r "$INSTDIR\.old"
  RMDir /r "$INSTDIR\.new"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Tillbridge"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
  CreateShortcut "$SMPROGRAMS\Tillbridge\Tillbridge, command line.lnk" "$SYSDIR\cmd.exe" '/k "$INSTDIR\tillbridge.cmd" --help' "$INSTDIR\tillbridge.ico"
  CreateShortcut "$SMPROGRAMS\Tillbridge\Uninstall.lnk" "$INSTDIR\uninstall.exe"
  Delete "$SMSTARTUP\Tillbridge.lnk"
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr SHCTX "${KEY}" "DisplayName" "Tillbridge"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\tillbridge.ico"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
SectionEnd

; Why no service: see Decisions in build/packaging/README.md.
Section /o "$(ATLOGON)" AT_LOGON
  CreateShortcut "$SMSTARTUP\Tillbridge.lnk" "$INSTDIR\tillbridge-till.cmd" "" "$INSTDIR\tillbridge.ico" 0 SW_SHOWMINIMIZED
SectionEnd

Function .onInit
  SetRegView 64
  StrCpy $Data "$LOCALAPPDATA\Tillbridge"
  StrCpy $ForAll 0
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/ALLUSERS" $R1
  ${IfNot} ${Errors}
    StrCpy $ForAll 1
    ClearErrors
    WriteRegStr HKLM "${KEY}" "Probe" "1"
    ${If} ${Errors}
      !insertmacro Refuse 2 "$(RIGHTS)"
    ${EndIf}
    DeleteRegValue HKLM "${KEY}" "Probe"
    DeleteRegKey /ifempty HKLM "${KEY}"
  ${EndIf}
  !insertmacro Scope
  StrCpy $Patience 0
  ClearErrors
  ${GetOptions} $R0 "/WAIT" $R1
  ${IfNot} ${Errors}
    StrCpy $Patience 120
  ${EndIf}
  ; As it was, until somebody says otherwise.
  ClearErrors
  ${GetOptions} $R0 "/LOGON" $R1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "$SMSTARTUP\Tillbridge.lnk"
    SectionSetFlags ${AT_LOGON} ${SF_SELECTED}
  ${EndIf}
  ; NSIS passes over a quoted one, and it would be installed elsewhere without a word.
  ClearErrors
  ${WordFind2X} $R0 '"/D=' '"' "E+1" $R1
  ${IfNot} ${Errors}
    StrCpy $INSTDIR $R1
  ${EndIf}
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallLocation"
  ${EndIf}
  ${If} $INSTDIR == ""
    ${If} $ForAll == 1
      StrCpy $INSTDIR "$PROGRAMFILES64\Tillbridge"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Tillbridge"
    ${EndIf}
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  StrCpy $Data "$LOCALAPPDATA\Tillbridge"
  StrCpy $ForAll 0
  ReadRegStr $0 HKLM "${KEY}" "InstallLocation"
  ${If} $0 == $INSTDIR
    StrCpy $ForAll 1
  ${EndIf}
  !insertmacro Scope
FunctionEnd

Section Uninstall
  !insertmacro RefuseOpen
  ${If} ${FileExists} "$Data\journal.sqlite"
    ; 3: something stays checking. A program that cannot say so is no reason to stay.
    nsExec::Exec '"$INSTDIR\bin\node.exe" --disable-warning=ExperimentalWarning "$INSTDIR\build\out\product\cli.js" payments --unsettled --json --data "$Data"'
    Pop $0
    ${If} $0 == 3
      !insertmacro Refuse 9 "$(UNFINISHED)"
    ${EndIf}
  ${EndIf}
  !insertmacro Each Remove
  RMDir /r "$INSTDIR\.new"
  RMDir /r "$INSTDIR\.old"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tillbridge\*.lnk"
  RMDir "$SMPROGRAMS\Tillbridge"
  Delete "$SMSTARTUP\Tillbridge.lnk"
  DeleteRegKey SHCTX "${KEY}"
  DetailPrint "$(KEPT) $Data"
SectionEnd
